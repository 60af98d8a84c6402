import { type SealReport, verifySeals } from '../../apps/server/src/features/history/index.ts';
import { errorText } from '../../apps/server/src/platform/error-text.ts';
import { parseWords, type Shell } from '../launch/command.ts';
import { databaseFailure, openDatabase } from '../launch/open-database.ts';
import { HELP, historyArguments } from './arguments.ts';

const [HOLDS, BROKEN, CANNOT_WORK] = [0, 1, 78];

const wrongWith = ({ fault, isKnown }: SealReport): string | null => {
  if (fault?.what === 'seal') return `Seal ${fault.no} is not what was written, or the one before it is missing`;
  if (fault) return `Change ${fault.seq} was ${fault.what}`;
  return isKnown ? null : 'No seal has that hash: the chain is another one';
};

const verify = async (noted: string | undefined, { env, print, printError }: Shell): Promise<number> => {
  const fail = (message: string, code: number): number => {
    printError(`history: ${message}`);
    return code;
  };
  const opened = await openDatabase(env).catch((error: unknown) => errorText(error));
  if (typeof opened === 'string') return fail(opened, CANNOT_WORK);
  try {
    const report = await verifySeals(opened.db, noted);
    const wrong = wrongWith(report);
    if (wrong) return fail(`${wrong}. As they were sealed: changes ${report.changes}, seals ${report.seals}.`, BROKEN);
    print(`All is as it was sealed: changes ${report.changes}, seals ${report.seals}; not sealed yet: ${report.open}.`);
    if (report.last) print(`Seal ${report.last.no} of ${report.last.at.toISOString()}: ${report.last.hash}`);
    return HOLDS;
  } catch (error) {
    return fail(databaseFailure(error).says, CANNOT_WORK);
  } finally {
    await opened.close();
  }
};

/** Runs `npm run history`; returns its exit code. */
export const runHistory = async (words: readonly string[], shell: Shell): Promise<number> => {
  const wanted = parseWords('history', HELP, historyArguments, words, shell);
  return typeof wanted === 'number' ? wanted : verify(wanted.noted, shell);
};
