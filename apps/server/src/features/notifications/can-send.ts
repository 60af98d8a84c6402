import type { Received } from '@endcap/contract/core';
import type { CanSend, notificationRoutes } from '@endcap/contract/notifications';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { databaseNow } from '../../platform/db/database-now.ts';
import type { Database } from '../../tables.ts';
import { keptDayOfStore } from '../kept-days/index.ts';
import { readQuietHours } from '../settings/index.ts';
import { isQuotaFree } from './quota.repository.ts';
import { maySendSafety } from './refuse-safety.ts';

type Asked = Received<typeof notificationRoutes.canSend>['query'];

/** CARE-03, CARE-05, CARE-06: whether something of a scope may start now or then, and what is told of that day and its hours. Undefined is staff without a store. */
export const createCanSend =
  ({ db, now }: { db: Database; now: () => Date }) =>
  async (scope: string | null | undefined, { startsAt, notificationId }: Asked, actor: { isAdmin: boolean }): Promise<CanSend> => {
    if (scope === undefined) return { canSend: false, reason: 'noStore' };
    const start = startsAt ? new Date(startsAt) : null;
    const isFree = await isQuotaFree(db, scope, warsawDay(start ?? now()), notificationId);
    const keptDay =
      scope === null
        ? undefined
        : await keptDayOfStore(db, { storeId: scope, at: start ?? (await databaseNow(db)), isAdmin: actor.isAdmin });
    const reason = !isFree ? 'quota' : keptDay?.refused ? 'keptDay' : null;
    const [quietHours, safety] = [await readQuietHours(db), await maySendSafety(db, actor)];
    return {
      canSend: reason === null,
      reason,
      ...(keptDay && { keptDay }),
      ...(quietHours && { quietHours }),
      ...(safety && { safety: true as const }),
    };
  };
