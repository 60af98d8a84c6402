import { inOneState } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { popupOrder } from '../popups/index.ts';
import { foldChanges } from './fold-changes.ts';
import { snapshotBefore } from './snapshot.repository.ts';
import { changesSince, historyBegins, instantsOfChanges } from './past.repository.ts';
import { type PastState, pastStateOf } from './past-state.ts';
import { createBases } from './remember-bases.ts';
import { wholeItems } from './whole-items.ts';

/** `begins`: the instant of the first recorded change; null: none. `state`: null only for instants before `begins`. */
type Past = { begins: string | null; state: PastState | null };

/**
 * Rebuilds the data of the app API as of any instant from the history (HIST-09, decision 93). `remembered`: size of the cache of kept
 * states, in characters.
 */
export const createPast = ({ db, remembered }: { db: Database; remembered?: number }) => {
  const baseOf = createBases(remembered);
  /** The exclusive end of an instant, which includes all changes of its millisecond. */
  const endOf = (at: Date): Date => new Date(at.getTime() + 1);

  /** Call it in a transaction with one snapshot. */
  const stateIn = async (trx: Db, at: Date): Promise<Past> => {
    const begins = await historyBegins(trx);
    if (begins === null || at < begins) return { begins: begins?.toISOString() ?? null, state: null };
    const until = endOf(at);
    const snapshot = await snapshotBefore(trx, until);
    const { items, last } = await foldChanges(trx, await baseOf(trx, snapshot), changesSince(trx, snapshot?.seq ?? 0, until));
    const basis = { snapshot, until, last: Math.max(last, snapshot?.seq ?? 0) };
    const state = { ...pastStateOf(items, await popupOrder(trx)), whole: (of: Db, ids: readonly string[]) => wholeItems(of, basis, ids) };
    return { begins: begins.toISOString(), state };
  };

  return {
    stateIn,
    /** Call it only for past instants: for the present, current rows are right. */
    stateAt: (at: Date): Promise<Past> => inOneState(db, (trx) => stateIn(trx, at)),

    /**
     * Returns the instants of changes after `after` and up to `until`, in milliseconds, ascending. Of more than `most`, those nearest to
     * `after`; with `backwards` those nearest to `until`.
     */
    changesBetween: async (after: Date, until: Date, most: number, backwards = false): Promise<number[]> => {
      const found = await instantsOfChanges(db, { from: endOf(after), before: endOf(until), most, backwards });
      return [...new Set(found.map((at) => at.getTime()))].sort((one, other) => one - other);
    },
  };
};
