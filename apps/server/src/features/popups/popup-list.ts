import { type PopupRow, type PopupSort, popupRoutes } from '@endcap/contract/popups';
import type { ListKind } from '../../platform/lists/list-kind.ts';
import type { Database } from '../../tables.ts';
import type { LatestChange } from '../app-changes/index.ts';
import { countPopups, type ListedPopup, popupIds, popupRows } from './popup.repository.ts';
import { isForEveryVersion } from './shown-to.ts';

type Query = { page: number; pageSize: number; sortField: PopupSort };
type Deps = { db: Database; latestChange: LatestChange };

const asRow = ({ place, ...popup }: ListedPopup): PopupRow => ({
  ...popup,
  shown: place === null ? null : { place, everyVersion: isForEveryVersion(popup) },
});

/** The list of popups. The part that phones are shown is derived from the stored popups, so it is cached with the list. */
export const popupList = ({ db, latestChange }: Deps): ListKind<Query, PopupRow> => ({
  initialQuery: popupRoutes.list.query.parse({}),
  reply: popupRoutes.list.reply,
  version: latestChange,
  isSearch: () => false,
  count: () => countPopups(db),
  ids: ({ sortField }, window) => popupIds(db, sortField, window),
  rows: async (_, ids) => (await popupRows(db, ids)).map(asRow),
  versionCoversRows: () => true,
});
