import { type Page, toPage } from '@endcap/contract/core';
import type { NotificationRow } from '@endcap/contract/notifications';
import { rememberedTotals } from '../../platform/remembered-totals.ts';
import type { Database } from '../../tables.ts';
import { countNotifications, listNotifications, notificationTotal } from './notification.repository.ts';

/** A page of a scope's notifications with its exact total; what a search finds is counted once until there are more notifications. */
export const createList = (db: Database) => {
  const totalOf = rememberedTotals();
  return async (scope: string | null, query: { page: number; pageSize: number; text: string }): Promise<Page<NotificationRow>> => {
    const all = await notificationTotal(db, scope);
    const counted = async () => ({ total: await countNotifications(db, scope, query), until: null });
    const total = query.text
      ? await totalOf({ key: JSON.stringify([scope, query.text]), version: all.version, at: 0 }, counted)
      : all.total;
    return toPage(await listNotifications(db, scope, query, total), total, query);
  };
};
