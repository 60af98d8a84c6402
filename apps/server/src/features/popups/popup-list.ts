import type { PopupRow, PopupSort } from '@endcap/contract/popups';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import { countPopups, popupIds, popupRows } from './popup.repository.ts';

type Query = { page: number; pageSize: number; sortField: PopupSort };
type Deps = { db: Database; latestChange: () => Promise<number> };

export const popupList = ({ db, latestChange }: Deps): ListKind<Query, PopupRow> => ({
  stand: async () => ({ version: await latestChange() }),
  filters: () => ({}),
  isSearch: () => false,
  count: () => countPopups(db),
  ids: ({ sortField }, window) => popupIds(db, sortField, window),
  rows: (_, ids) => popupRows(db, ids),
  isSteady: () => true,
});
