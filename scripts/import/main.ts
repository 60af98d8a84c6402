// npm run import -- segments|thresholds|stores FILE: into the database of `npm start`, or that of DATABASE_URL. `--help` says all.
import { processShell } from '../launch/command.ts';
import { runImport } from './run-import.ts';

process.exit(await runImport(process.argv.slice(2), processShell));
