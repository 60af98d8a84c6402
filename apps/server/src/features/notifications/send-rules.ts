import { fieldProblem, keysOf, Problem } from '@endcap/contract/core';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { Db } from '../../tables.ts';
import type { PlanHold } from '../delivery/index.ts';
import { isReservedFor } from '../kept-days/index.ts';
import { quietProblem } from './quiet-problem.ts';
import { freeDays, keepQuota } from './quota.repository.ts';

const QUOTA_MESSAGE = "You can't send any more notifications today. Only one notification per day is allowed.";

/** A send as the rules see it. Tests and safety messages are held by none of them. */
export type Start = {
  id: string;
  storeId: string | null;
  /** When phones would hear it; null: it makes no sound. */
  at: Date | null;
  /** The instant whose day it takes the place of, and the one whose place it has until now (null: none yet); null: it takes no place. */
  place: { of: Date; before: Date | null } | null;
  /** What the person may do whose rights count; undefined where that was never stored. */
  by: { isAdmin: boolean; storeId: string | null } | undefined;
};

/**
 * What a send has to pass, in this order, whenever it is made, changed, moved, started by a person, approved, once more when it is due, and when it is
 * resumed or sent to the rest (E-02). A correction that is approved passes the rights alone: it is silent and takes no place. Each rule reads the
 * settings, days and rights of now, and says why it does not allow the send; null: it does. Beside them a send may need an approval, which it then
 * waits for (`needs-approval.ts`).
 */
const rules: Record<PlanHold, (db: Db, start: Start) => Promise<Problem | null>> = {
  rights: async (_db, { by, storeId }) =>
    by && !by.isAdmin && (storeId === null || by.storeId !== storeId) ? new Problem('forbidden') : null,
  // CARE-03
  quietHours: async (db, { at }) => (at === null ? null : quietProblem(db, at)),
  // CARE-06: administrators are not held.
  keptDay: async (db, { by, storeId, at }) => {
    if (at === null || !by || by.isAdmin || storeId === null) return null;
    return (await isReservedFor(db, { storeId, at })) ? fieldProblem('startsAt', 'dayKept') : null;
  },
  // The last one: others wait for the place until the transaction ends.
  quota: async (db, { id, storeId, place }) => {
    if (place === null) return null;
    const { of, before } = place;
    if (before && warsawDay(before) !== warsawDay(of)) await freeDays(db, [id]);
    return (await keepQuota(db, storeId, warsawDay(of), id)) ? null : new Problem('quota_used_up', QUOTA_MESSAGE);
  },
};

type Hold = { rule: PlanHold; problem: Problem };

/** The first rule that does not allow a send to start as it is asked for; undefined where all of them do, and then it has the place of its day. */
export const findHold = async (db: Db, start: Start): Promise<Hold | undefined> => {
  for (const rule of keysOf(rules)) {
    const problem = await rules[rule](db, start);
    if (problem) return { rule, problem };
  }
  return undefined;
};

/**
 * Refuses what a person wants to start or go on with, now or later, where a rule does not allow it. Call it in the transaction that accepts it, after
 * other checks.
 */
export const assertMayStart = async (db: Db, start: Start): Promise<void> => {
  const hold = await findHold(db, start);
  if (hold) throw hold.problem;
};
