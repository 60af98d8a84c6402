import { existsSync, readFileSync } from 'node:fs';
import { isNothingKept, type KeptOfCustomer } from '@endcap/contract/customers';
import {
  createEraseAgain,
  createEraseCustomer,
  erasedAt,
  erasureKey,
  erasuresPast,
  type ErasureList,
  keptOf,
} from '../../apps/server/src/features/customers/index.ts';
import { type EraseArguments, eraseArguments, HELP } from './arguments.ts';
import { headOf, lineOf, readList } from './erasure-list.ts';
import type { Shell } from '../launch/command.ts';
import { type OpenDatabase, openDatabase } from '../launch/open-database.ts';

const [DONE, CUT_OFF, NOT_UNDERSTOOD, CANNOT_WORK] = [0, 1, 2, 78];
/** Whom the history names. */
const ACTOR = 'npm run erase';
const LINES_AT_ONCE = 10_000;

const told = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

const words = ({ devices, threads, messages, receipts, showings }: KeptOfCustomer): string =>
  `phones ${devices}, conversations ${threads} with messages ${messages}, receipts of notifications ${receipts}, popups shown ${showings}`;

const eraseOne = async ({ db, now }: OpenDatabase, userId: string, dryRun: boolean): Promise<string> => {
  const whose = { userId, until: null };
  const before = await erasedAt(db, { kind: 'customer', value: userId });
  const once = before ? ` They were erased at ${before.toISOString()}.` : '';
  const kept = dryRun ? await keptOf(db, whose) : await createEraseCustomer({ db, now })(whose, ACTOR);
  if (isNothingKept(kept)) return `Nothing is kept about ${userId}.${once}`;
  return dryRun ? `${userId}: ${words(kept)}.${once}\nDry run: nothing was erased.` : `Erased ${userId}: ${words(kept)}.`;
};

const printList = async ({ db }: OpenDatabase, print: Shell['print']): Promise<string> => {
  print(headOf(await erasureKey(db)));
  let rows = await erasuresPast(db, undefined, LINES_AT_ONCE);
  while (rows.length === LINES_AT_ONCE) {
    print(rows.map(lineOf).join('\n'));
    rows = await erasuresPast(db, rows.at(-1), LINES_AT_ONCE);
  }
  return rows.map(lineOf).join('\n');
};

const eraseListed = async ({ db, now }: OpenDatabase, list: ErasureList, dryRun: boolean): Promise<string> => {
  const { customers, devices } = await createEraseAgain({ db, now })(list, ACTOR, dryRun);
  const found = `Of ${list.erasures.length} erasures, here again: customers ${customers}, phones ${devices}.`;
  return `${found} ${dryRun ? 'Dry run: nothing was erased.' : 'They are erased.'}`;
};

type Work = (database: OpenDatabase, print: Shell['print']) => Promise<string>;
/** What is to be done, or a sentence that says why not. */
const workOf = (wanted: Exclude<EraseArguments, { do: 'help' }>): Work | string => {
  switch (wanted.do) {
    case 'list':
      return printList;
    case 'erase':
      return (database) => eraseOne(database, wanted.userId, wanted.dryRun);
    case 'again': {
      const { file, dryRun } = wanted;
      if (!existsSync(file)) return `There is no file ${file}`;
      const list = readList(readFileSync(file, 'utf8'));
      return 'wrongLine' in list
        ? `${file} is no list of erasures: line ${list.wrongLine}`
        : (database) => eraseListed(database, list, dryRun);
    }
  }
};

/** Runs `npm run erase`; returns its exit code. */
export const runErase = async (given: readonly string[], { env, print, printError }: Shell): Promise<number> => {
  const fail = (message: string, code: number): number => {
    printError(`erase: ${message}`);
    return code;
  };
  const wanted = eraseArguments(given);
  if (typeof wanted === 'string') return fail(`${wanted} (--help says all)`, NOT_UNDERSTOOD);
  if (wanted.do === 'help') {
    print(HELP);
    return DONE;
  }
  const work = workOf(wanted);
  if (typeof work === 'string') return fail(work, NOT_UNDERSTOOD);
  const opened = await openDatabase(env).catch((error: unknown) => told(error));
  if (typeof opened === 'string') return fail(opened, CANNOT_WORK);
  try {
    const said = await work(opened, print);
    if (said) print(said);
    return DONE;
  } catch (error) {
    return fail(`It was cut off, ask again: ${told(error)}`, CUT_OFF);
  } finally {
    await opened.close();
  }
};
