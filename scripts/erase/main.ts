// npm run erase -- USER_ID | --list | --again FILE | --keep FILE: in the database of `npm start`, or that of DATABASE_URL.
import { processShell } from '../launch/command.ts';
import { runErase } from './run-erase.ts';

process.exitCode = await runErase(process.argv.slice(2), processShell);
