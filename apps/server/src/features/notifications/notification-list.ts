import { type NotificationRow, notificationRoutes } from '@endcap/contract/notifications';
import { UNWRITTEN } from '../../platform/stand.ts';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import { lookUpInTurns } from '../../platform/look-up-in-turns.ts';
import type { Database } from '../../tables.ts';
import {
  countNotifications,
  EVERY_SCOPE,
  type NotificationListQuery,
  notificationIds,
  notificationRows,
  notificationTotals,
} from './notification.repository.ts';

/** How long it may be remembered which sends are in a state. */
const STATE_HOLDS_MS = 2_000;

/** The list of a scope's notifications. What a row says of the sending is not written with the totals, so rows are read each time. */
export const notificationList = (db: Database): ListKind<NotificationListQuery, NotificationRow> => {
  const totalOf = lookUpInTurns((scopes: readonly string[]) => notificationTotals(db, scopes));
  return {
    usual: { ...notificationRoutes.list.query.parse({}), scope: null },
    reply: notificationRoutes.list.reply,
    stand: async ({ scope, text, isTest, state }) => {
      const { total, ...stand } = (await totalOf(scope ?? EVERY_SCOPE)) ?? { ...UNWRITTEN, total: 0 };
      return text === '' && isTest === undefined && !state ? { ...stand, total } : stand;
    },
    filters: ({ scope, text, isTest, state }) => ({ scope, text, isTest, state }),
    // What a send comes to is not written with the totals either.
    until: ({ state }, at) => Promise.resolve(state ? at.getTime() + STATE_HOLDS_MS : null),
    isSearch: ({ text }) => text !== '',
    count: (query) => countNotifications(db, query),
    ids: (query, window) => notificationIds(db, query, window),
    rows: (_, ids) => notificationRows(db, ids),
    isSteady: () => false,
  };
};
