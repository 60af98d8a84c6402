import { inOneState } from '../../platform/db/transaction.ts';
import type { Database, Db } from '../../tables.ts';
import { popupOrder } from '../popups/index.ts';
import { foldChanges } from './fold-changes.ts';
import { keptBefore } from './kept-states.repository.ts';
import { changesSince, historyBegins, instantsOfChanges } from './past.repository.ts';
import { type PastState, pastStateOf } from './past-state.ts';
import { createBases } from './remember-bases.ts';
import { wholeItems } from './whole-items.ts';

/** `begins`: the instant of the first change that was written, null when none was; `state`: null when the instant is before it, and only then. */
type Past = { begins: string | null; state: PastState | null };

/**
 * Everything that phones are answered from, as it stood at any instant, rebuilt from the history (HIST-09, decision 93). `remembered`: characters of
 * kept states that are remembered.
 */
export const createPast = ({ db, remembered }: { db: Database; remembered?: number }) => {
  const baseOf = createBases(remembered);
  /** An instant is a millisecond: what was changed within it is in it. */
  const endOf = (at: Date): Date => new Date(at.getTime() + 1);

  /** In a transaction that sees one state. */
  const stateIn = async (trx: Db, at: Date): Promise<Past> => {
    const begins = await historyBegins(trx);
    if (begins === null || at < begins) return { begins: begins?.toISOString() ?? null, state: null };
    const until = endOf(at);
    const kept = await keptBefore(trx, until);
    const { known, last } = await foldChanges(trx, await baseOf(trx, kept), changesSince(trx, kept?.seq ?? 0, until));
    const stood = { kept, until, last: Math.max(last, kept?.seq ?? 0) };
    const state = { ...pastStateOf(known, await popupOrder(trx)), whole: (of: Db, ids: readonly string[]) => wholeItems(of, stood, ids) };
    return { begins: begins.toISOString(), state };
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
