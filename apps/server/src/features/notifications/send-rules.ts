import { Problem } from '@endcap/contract/core';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { Db } from '../../tables.ts';
import type { BlockingRule } from '../delivery/index.ts';
import type { SendGuard, Start } from '../../plugin.ts';
import { plugins } from '../plugins/index.ts';
import { quietProblem } from './quiet-problem.ts';
import { claimQuota, releaseQuota } from './quota.repository.ts';

const QUOTA_MESSAGE = "You can't send any more notifications today. Only one notification per day is allowed.";

const rights: SendGuard<BlockingRule> = {
  name: 'rights',
  refuses: async (_db, { by, storeId }) => (by?.isAdmin || (storeId !== null && by?.storeId === storeId) ? null : new Problem('forbidden')),
  blockedMessage: 'the person who planned a notification may not send it any more: it waits for another person',
};
/** CARE-03 */
const quietHours: SendGuard<BlockingRule> = {
  name: 'quietHours',
  refuses: async (db, { at }) => (at === null ? null : quietProblem(db, at)),
  blockedMessage: 'a planned notification would start in quiet hours and waits for a person',
};
/** A send that passes this guard has taken the quota. */
const quota: SendGuard<BlockingRule> = {
  name: 'quota',
  refuses: async (db, { id, storeId, quotaDay }) => {
    if (quotaDay === null) return null;
    const { takes, has } = quotaDay;
    if (has && warsawDay(has) !== warsawDay(takes)) await releaseQuota(db, [id]);
    return (await claimQuota(db, storeId, warsawDay(takes), id)) ? null : new Problem('quota_used_up', QUOTA_MESSAGE);
  },
  blockedMessage: 'a planned notification has lost its quota and waits for a person',
};

/** `quotaDay` of a send that stays on its day. It is dated by `createdAt`: when it was accepted, or the planned start of a plan. */
export const keepsQuota = (createdAt: Date): NonNullable<Start['quotaDay']> => ({ takes: createdAt, has: createdAt });

/**
 * The rules that a send has to pass, in this order, when it is made, changed, moved, started by a person or approved, again when it is due,
 * and when it is resumed or continued (E-02). An approved correction has to pass only the rights, since it is silent and takes no quota.
 * Each rule reads the current settings, days and rights. A send may also have to wait for an approval (`needs-approval.ts`).
 */
const sendGuards: readonly SendGuard<BlockingRule>[] = [
  rights,
  quietHours,
  ...plugins.flatMap(({ sendGuard }) => sendGuard ?? []),
  // The last one: other sends wait for the quota until the transaction ends.
  quota,
];

type Rejection = { guard: SendGuard<BlockingRule>; problem: Problem };

/** Returns the first rule that rejects a start; undefined if all pass, and then the send has the quota of its day. */
export const findRejection = async (db: Db, start: Start): Promise<Rejection | undefined> => {
  for (const guard of sendGuards) {
    const problem = await guard.refuses(db, start);
    if (problem) return { guard, problem };
  }
  return undefined;
};

/**
 * Takes the quota, or throws the problem of the first rule that rejects what a person wants to start or resume, now or later. Call it in
 * the transaction that accepts it, after other checks.
 */
export const assertMayStart = async (db: Db, start: Start): Promise<void> => {
  const rejection = await findRejection(db, start);
  if (rejection) throw rejection.problem;
};
