import type { FollowUp } from '@endcap/contract/notifications';
import { Problem } from '@endcap/contract/core';
import type { Database } from '../../tables.ts';
import { inOneState } from '../../platform/db/transaction.ts';
import { batchLoader, POLLED_WINDOW_MS } from '../../platform/batch-loader.ts';
import { readDeliveryReport, readFollowUps } from '../delivery/index.ts';
import { readApproval } from './approval.repository.ts';
import { messageChanges, readCorrection } from './correction.repository.ts';
import { findNotification, versionsOf } from './notification.repository.ts';
import { presentNotification } from './present-notification.ts';
import { rememberBriefly } from '../../platform/remember-briefly.ts';

/** With what each correction changed: its transaction writes the change last, before that of any later correction begins. */
const withChanges = (followUps: readonly Omit<FollowUp, 'changed'>[], changes: Awaited<ReturnType<typeof messageChanges>>): FollowUp[] =>
  followUps.map((followUp, index) => {
    if (followUp.kind !== 'correct') return { ...followUp, changed: null };
    const next = followUps.slice(0, index).findLast(({ kind }) => kind === 'correct')?.at ?? null;
    const own = changes.find(({ at }) => at.toISOString() >= followUp.at && (next === null || at.toISOString() < next));
    return { ...followUp, changed: own?.changed ?? null };
  });

const COUNTS_MAX_AGE_MS = 1_000;

export type DetailsDeps = { db: Database; appScheme: string; countsMaxAgeMs?: number | undefined };

/** Caches notifications for their pages. Counts may be a second old; saved edits are always current, also those of other processes. */
export const createDetails = ({ db, appScheme, countsMaxAgeMs = COUNTS_MAX_AGE_MS }: DetailsDeps) => {
  // Read in one snapshot: otherwise it could appear stopped without the reason that was stored with it.
  const presented = rememberBriefly(countsMaxAgeMs, (id) =>
    inOneState(db, async (trx) => {
      const stored = await findNotification(trx, id);
      if (!stored) throw new Problem('not_found');
      const delivery = await readDeliveryReport(trx, id);
      const approval = await readApproval(trx, id, { revision: stored.revision, isPlan: delivery.sending.state === 'planned' });
      const correction = await readCorrection(trx, id, stored.revision);
      const sentAfter = await readFollowUps(trx, id);
      const followUps = withChanges(sentAfter, sentAfter.length > 0 ? await messageChanges(trx, id) : []);
      return presentNotification(trx, stored, { ...delivery, followUps, approval, correction }, appScheme);
    }),
  );
  const versionOf = batchLoader((ids: readonly string[]) => versionsOf(db, ids), { windowMs: POLLED_WINDOW_MS });
  return {
    /** Throws `not_found` unless the notification belongs to the store `scope`; null: any. */
    read: async (scope: string | null, id: string) => {
      const current = await versionOf(id);
      if (!current || (scope !== null && scope !== current.storeId)) throw new Problem('not_found');
      for (;;) {
        const shared = presented.read(id);
        const details = await shared;
        if (details.revision >= current.revision) return details;
        presented.forget(id, shared);
      }
    },
    /** Bypasses the cache, so that the result includes what this request has just changed. */
    afresh: (id: string) => {
      presented.forget(id);
      return presented.read(id);
    },
  };
};
export type Details = ReturnType<typeof createDetails>;
