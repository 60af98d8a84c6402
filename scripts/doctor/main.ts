// npm run doctor. `--help` prints the usage.
import { processShell } from '../launch/command.ts';
import { runDoctorCommand } from './command.ts';

process.exit(await runDoctorCommand(process.argv.slice(2), processShell));
