// npm run history -- verify [HASH]: is the history as it was written? In the database of `npm start`, or that of DATABASE_URL.
import { processShell } from '../launch/command.ts';
import { runHistory } from './run-history.ts';

process.exitCode = await runHistory(process.argv.slice(2), processShell);
