import { type PopupRow, type PopupSort, popupRoutes } from '@endcap/contract/popups';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import type { LatestChange } from '../app-changes/index.ts';
import { countPopups, popupIds, popupRows } from './popup.repository.ts';

type Query = { page: number; pageSize: number; sortField: PopupSort };
type Deps = { db: Database; latestChange: LatestChange };

export const popupList = ({ db, latestChange }: Deps): ListKind<Query, PopupRow> => ({
  usual: popupRoutes.list.query.parse({}),
  reply: popupRoutes.list.reply,
  stand: latestChange,
  filters: () => ({}),
  isSearch: () => false,
  count: () => countPopups(db),
  ids: ({ sortField }, window) => popupIds(db, sortField, window),
  rows: (_, ids) => popupRows(db, ids),
  isSteady: () => true,
});
