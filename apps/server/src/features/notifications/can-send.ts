import type { Received } from '@endcap/contract/core';
import type { CanSend, notificationRoutes } from '@endcap/contract/notifications';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { databaseNow } from '../../platform/db/database-now.ts';
import type { Database } from '../../tables.ts';
import { plugins } from '../plugins/index.ts';
import { readQuietHours } from '../settings/index.ts';
import { isQuotaFree } from './quota.repository.ts';
import { maySendSafety } from './refuse-safety.ts';

type CanSendQuery = Received<typeof notificationRoutes.canSend>['query'];

/** Returns the answers of other features about the day of a store's send, in the order in which they refuse it. */
const pluginsOfDay = async (db: Database, day: { storeId: string; at: Date; isAdmin: boolean }) => {
  const ofPlugins = await Promise.all(
    plugins.flatMap(({ sendGuard }) =>
      sendGuard ? sendGuard.ofDay(db, day).then((ofDay) => ofDay && { name: sendGuard.name, ...ofDay }) : [],
    ),
  );
  return ofPlugins.filter((ofDay) => ofDay !== undefined);
};

/**
 * Returns whether a send of a scope may start now or at a given time, with the notes for its day and hours (A-37, A-38, CARE-03,
 * CARE-05). The scope is undefined for staff without a store.
 */
export const createCanSend =
  ({ db, now }: { db: Database; now: () => Date }) =>
  async (scope: string | null | undefined, { startsAt, notificationId }: CanSendQuery, actor: { isAdmin: boolean }): Promise<CanSend> => {
    if (scope === undefined) return { canSend: false, reason: 'noStore' };
    const start = startsAt ? new Date(startsAt) : null;
    const isFree = await isQuotaFree(db, scope, warsawDay(start ?? now()), notificationId);
    const pluginAnswers =
      scope === null ? [] : await pluginsOfDay(db, { storeId: scope, at: start ?? (await databaseNow(db)), isAdmin: actor.isAdmin });
    // Plugins and quota only, in the order of `sendGuards`. Rights are checked with the send; the page compares the quiet hours itself.
    const reason = pluginAnswers.find(({ refused }) => refused)?.name ?? (isFree ? null : 'quota');
    const [quietHours, safety] = [await readQuietHours(db), await maySendSafety(db, actor)];
    return {
      canSend: reason === null,
      reason,
      ...Object.assign({}, ...pluginAnswers.map(({ fields }) => fields)),
      ...(quietHours && { quietHours }),
      ...(safety && { safety: true as const }),
    };
  };
