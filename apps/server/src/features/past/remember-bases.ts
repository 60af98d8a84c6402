import { createBounded } from '../../platform/bounded.ts';
import type { Db } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { type Base, readBase, readBaseBeside, readBeginning } from './bases.ts';
import type { Kept } from './kept-states.repository.ts';
import type { KnownItems } from './known-items.ts';

/** Characters of kept states that are remembered: some twenty of a chain with 5,000 items, one of a chain with 100,000. */
const REMEMBERED = 24e6;
/** What was asked for last stays for so long, however large it is: who steps from change to change asks again soon. */
const LAST_MS = 60_000;

const keyOf = async (trx: Db, kept: Kept | null): Promise<string> => {
  if (kept) return kept.key;
  // What was there before the history is told by what is there now as well.
  const { incarnation, number } = await latestChange(trx);
  return `beginning ${incarnation}/${number}`;
};

/** Reads where states of the past begin, and remembers it. */
export const createBases = (remembered = REMEMBERED) => {
  const bases = createBounded<Base>(remembered);
  let last: { key: string; base: Base } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    last = null;
  };
  const readAnew = async (trx: Db, kept: Kept | null): Promise<Base> => {
    if (!kept) return readBeginning(trx);
    return (last && (await readBaseBeside(trx, kept, last.base))) ?? readBase(trx, kept);
  };

  /** `kept`: the state to begin with, null where none is kept. */
  return async (trx: Db, kept: Kept | null): Promise<KnownItems> => {
    const key = await keyOf(trx, kept);
    const known = bases.get(key);
    if (known) known.used = true;
    const its = last?.key === key ? last.base : known?.value;
    const base = its ?? (await readAnew(trx, kept));
    // One that is too large would only make the others leave.
    if (!its && base.size <= remembered) bases.set(key, base, base.size);
    last = { key, base };
    clearTimeout(timer);
    timer = setTimeout(forget, LAST_MS).unref();
    return base.known;
  };
};
