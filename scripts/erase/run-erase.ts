import { existsSync, readFileSync } from 'node:fs';
import { hasNoRecords, type KeptOfCustomer } from '@endcap/contract/customers';
import {
  createEraseAgain,
  createEraseCustomer,
  erasedAt,
  type ErasureList,
  countStored,
  type LoggedIds,
  loggedIdsOf,
} from '../../apps/server/src/features/customers/index.ts';
import { errorText } from '../../apps/server/src/platform/error-text.ts';
import { type EraseArguments, eraseArguments, HELP } from './arguments.ts';
import { listOf, readList } from './erasure-list.ts';
import { ForeignList, keepList } from './keep-list.ts';
import type { Shell } from '../launch/command.ts';
import { databaseFailure, type OpenDatabase, openDatabase } from '../launch/open-database.ts';

const [DONE, CUT_OFF, NOT_UNDERSTOOD, CANNOT_WORK] = [0, 1, 2, 78];
/** Actor of erasures in the history. */
const ACTOR = 'npm run erase';

const words = ({ devices, threads, messages, receipts, showings }: KeptOfCustomer): string =>
  `phones ${devices}, conversations ${threads} with messages ${messages}, receipts of notifications ${receipts}, popups shown ${showings}`;

const namesInLogs = ({ devices, threads }: LoggedIds): string =>
  [
    'Logs may name them as:',
    ...devices.map(({ id, seq }) => `  phone ${id}, number ${seq}`),
    ...threads.map((id) => `  conversation ${id}`),
  ].join('\n');

const eraseOne = async (
  { db, now }: OpenDatabase,
  { userId, dryRun }: { userId: string; dryRun: boolean },
  print: Shell['print'],
): Promise<string> => {
  const whose = { userId, until: null };
  const before = await erasedAt(db, { kind: 'customer', value: userId });
  const once = before ? ` They were erased at ${before.toISOString()}.` : '';
  const ids = await loggedIdsOf(db, whose);
  // Printed first: an erasure that is cut off has deleted some of them.
  if (ids.devices.length + ids.threads.length > 0) print(namesInLogs(ids));
  const kept = dryRun ? await countStored(db, whose) : await createEraseCustomer({ db, now })(whose, ACTOR);
  if (hasNoRecords(kept)) return `Nothing is kept about ${userId}.${once}`;
  return dryRun ? `${userId}: ${words(kept)}.${once}\nDry run: nothing was erased.` : `Erased ${userId}: ${words(kept)}.`;
};

const printList = async ({ db }: OpenDatabase, print: Shell['print']): Promise<string> => {
  for await (const lines of listOf(db)) print(lines);
  return '';
};

const eraseListed = async ({ db, now }: OpenDatabase, list: ErasureList, dryRun: boolean): Promise<string> => {
  const { customers, devices } = await createEraseAgain({ db, now })(list, ACTOR, dryRun);
  const found = `Of ${list.erasures.length} erasures, here again: customers ${customers}, phones ${devices}.`;
  return `${found} ${dryRun ? 'Dry run: nothing was erased.' : 'They are erased.'}`;
};

/** The list in a file; null when there is no file, a sentence when it is no list. */
const listIn = (file: string): ErasureList | string | null => {
  if (!existsSync(file)) return null;
  const list = readList(readFileSync(file, 'utf8'));
  return 'wrongLine' in list ? `${file} is no list of erasures: line ${list.wrongLine}` : list;
};

type Work = (database: OpenDatabase, print: Shell['print']) => Promise<string>;
/** Returns the work to do, or a sentence that explains why it cannot be done. */
const workOf = (wanted: Exclude<EraseArguments, { do: 'help' }>): Work | string => {
  switch (wanted.do) {
    case 'list':
      return printList;
    case 'erase':
      return (database, print) => eraseOne(database, wanted, print);
    case 'again': {
      const { file, dryRun } = wanted;
      const list = listIn(file);
      if (list === null) return `There is no file ${file}`;
      return typeof list === 'string' ? list : (database) => eraseListed(database, list, dryRun);
    }
    case 'keep': {
      const { file } = wanted;
      const list = listIn(file);
      return typeof list === 'string' ? list : (database) => keepList(database, file, list, ACTOR);
    }
  }
};

/** Runs `npm run erase`; returns its exit code. */
export const runErase = async (args: readonly string[], { env, print, printError }: Shell): Promise<number> => {
  const fail = (message: string, code: number): number => {
    printError(`erase: ${message}`);
    return code;
  };
  const wanted = eraseArguments(args);
  if (typeof wanted === 'string') return fail(`${wanted} (--help says all)`, NOT_UNDERSTOOD);
  if (wanted.do === 'help') {
    print(HELP);
    return DONE;
  }
  const work = workOf(wanted);
  if (typeof work === 'string') return fail(work, NOT_UNDERSTOOD);
  const opened = await openDatabase(env).catch((error: unknown) => errorText(error));
  if (typeof opened === 'string') return fail(opened, CANNOT_WORK);
  try {
    const text = await work(opened, print);
    if (text) print(text);
    return DONE;
  } catch (error) {
    if (error instanceof ForeignList) return fail(error.message, NOT_UNDERSTOOD);
    const { says, mayPass } = databaseFailure(error);
    return mayPass ? fail(`It was cut off, ask again: ${says}`, CUT_OFF) : fail(says, CANNOT_WORK);
  } finally {
    await opened.close();
  }
};
