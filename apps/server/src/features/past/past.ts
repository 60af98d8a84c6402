import { createBounded } from '../../platform/bounded.ts';
import { inOneState } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { popupOrder } from '../popups/index.ts';
import { olderItems } from './beginning.repository.ts';
import { beginningOf, withStrangers } from './beginning.ts';
import { knownAfter, type KnownItems, type PastState, pastStates } from './known-items.ts';
import { changesSince, historyBegins, instantsOfChanges, type Kept, keptBefore, keptItems } from './past.repository.ts';

/** Characters of kept states that are remembered: a few of a chain with 5,000 items. */
const REMEMBERED = 24e6;

/** `begins`: the instant of the first change that was written, null when none was; `state`: null when the instant is before it, and only then. */
type Past = { begins: string | null; state: PastState | null };

/** Everything that phones are answered from, as it stood at any instant, rebuilt from the history (HIST-09, decision 93). */
export const createPast = ({ db }: { db: Database }) => {
  const bases = createBounded<KnownItems>(REMEMBERED);
  const stateOf = pastStates();
  const baseOf = async (trx: Db, kept: Kept | null): Promise<KnownItems> => {
    if (!kept) return beginningOf(trx, await olderItems(trx));
    const remembered = bases.get(kept.key);
    if (remembered) {
      remembered.used = true;
      return remembered.value;
    }
    const { known, size } = await keptItems(trx, kept.seq);
    bases.set(kept.key, known, size);
    return known;
  };
  /** An instant is a millisecond: what was changed within it is in it. */
  const endOf = (at: Date): Date => new Date(at.getTime() + 1);

  /** In a transaction that sees one state. */
  const stateIn = async (trx: Db, at: Date): Promise<Past> => {
    const begins = await historyBegins(trx);
    if (begins === null || at < begins) return { begins: begins?.toISOString() ?? null, state: null };
    const kept = await keptBefore(trx, endOf(at));
    const changes = await changesSince(trx, kept?.seq ?? 0, endOf(at));
    const base = await withStrangers(trx, await baseOf(trx, kept), changes);
    return { begins: begins.toISOString(), state: stateOf(knownAfter(base, changes), await popupOrder(trx)) };
  };

  return {
    stateIn,
    /** For an instant that is not over yet the current rows are right, not this. */
    stateAt: (at: Date): Promise<Past> => inOneState(db, (trx) => stateIn(trx, at)),

    /**
     * Instants in milliseconds, ascending, after one and until another, at which something was changed: so many at most, those nearest to
     * `after`, or `backwards` those nearest to `until`.
     */
    changesBetween: async (after: Date, until: Date, most: number, backwards = false): Promise<number[]> => {
      const found = await instantsOfChanges(db, { from: endOf(after), before: endOf(until), most, backwards });
      return [...new Set(found.map((at) => at.getTime()))].sort((one, other) => one - other);
    },
  };
};
