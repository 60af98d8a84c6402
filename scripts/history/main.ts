// npm run history -- verify [HASH]: is the history as it was written? In the database of `npm start`, or that of DATABASE_URL.
import { type SealReport, verifySeals } from '../../apps/server/src/features/history/index.ts';
import { asked } from '../launch/command.ts';
import { openDatabase } from '../launch/open-database.ts';
import { HELP, historyArguments } from './arguments.ts';

const [HOLDS, BROKEN, CANNOT_WORK] = [0, 1, 78];

const fail = (message: string, code: number): number => {
  console.error(`history: ${message}`);
  return code;
};
const told = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

const wrongWith = ({ fault, isKnown }: SealReport): string | null => {
  if (fault?.what === 'seal') return `Seal ${fault.no} is not what was written, or the one before it is missing`;
  if (fault) return `Change ${fault.seq} was ${fault.what}`;
  return isKnown ? null : 'No seal has that hash: the chain is another one';
};

const verify = async (noted: string | undefined): Promise<number> => {
  const opened = await openDatabase(() => new Date()).catch((error: unknown) => told(error));
  if (typeof opened === 'string') return fail(opened, CANNOT_WORK);
  try {
    const report = await verifySeals(opened.db, noted);
    const wrong = wrongWith(report);
    if (wrong) return fail(`${wrong}. As they were sealed: changes ${report.changes}, seals ${report.seals}.`, BROKEN);
    console.log(`All is as it was sealed: changes ${report.changes}, seals ${report.seals}; not sealed yet: ${report.open}.`);
    if (report.last) console.log(`Seal ${report.last.no} of ${report.last.at.toISOString()}: ${report.last.hash}`);
    return HOLDS;
  } catch (error) {
    return fail(told(error), CANNOT_WORK);
  } finally {
    await opened.close();
  }
};

process.exitCode = await verify(asked('history', HELP, historyArguments).noted);
