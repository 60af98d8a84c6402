// npm run import -- segments|thresholds|stores FILE: imports into DATABASE_URL or the database of `npm start`. `--help` prints the usage.
import { processShell } from '../launch/command.ts';
import { runImport } from './run-import.ts';

process.exit(await runImport(process.argv.slice(2), processShell));
