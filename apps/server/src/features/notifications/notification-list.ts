import { type NotificationRow, notificationRoutes } from '@endcap/contract/notifications';
import { UNWRITTEN } from '../../platform/data-version.ts';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import { batchLoader } from '../../platform/batch-loader.ts';
import type { Database } from '../../tables.ts';
import {
  countNotifications,
  EVERY_SCOPE,
  type NotificationListQuery,
  notificationIds,
  notificationRows,
  notificationTotals,
} from './notification.repository.ts';

/** Milliseconds for which the ids of sends in a state are cached. */
const STATE_MAX_AGE_MS = 2_000;

/** Lists the notifications of a scope. Totals do not change with the progress of a send, so rows are read each time. */
export const notificationList = (db: Database): ListKind<NotificationListQuery, NotificationRow> => {
  const totalOf = batchLoader((scopes: readonly string[]) => notificationTotals(db, scopes));
  return {
    initialQuery: { ...notificationRoutes.list.query.parse({}), scope: null },
    reply: notificationRoutes.list.reply,
    version: async ({ scope, text, isTest, state }) => {
      const { total, ...version } = (await totalOf(scope ?? EVERY_SCOPE)) ?? { ...UNWRITTEN, total: 0 };
      return text === '' && isTest === undefined && !state ? { ...version, total } : version;
    },
    // A change of state does not change the totals either.
    until: ({ state }, at) => Promise.resolve(state ? at.getTime() + STATE_MAX_AGE_MS : null),
    isSearch: ({ text }) => text !== '',
    count: (query) => countNotifications(db, query),
    ids: (query, window) => notificationIds(db, query, window),
    rows: (_, ids) => notificationRows(db, ids),
    versionCoversRows: () => false,
  };
};
