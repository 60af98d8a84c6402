import { popupRoutes } from '@endcap/contract/popups';
import type { AdminHandle } from '../../callers.ts';
import type { Lists } from '../../platform/lists/lists.ts';
import type { Database } from '../../tables.ts';
import type { LatestChange } from '../app-changes/index.ts';
import { editRoutes } from '../entities/index.ts';
import { popupKind } from './popup.kind.ts';
import { popupList } from './popup-list.ts';

type Deps = { db: Database; now: () => Date; lists: Lists; latestChange: LatestChange };

export const addPopupRoutes = (handle: AdminHandle, deps: Deps): void => {
  const edit = editRoutes(deps, popupKind);
  const list = deps.lists(popupList(deps));
  handle(popupRoutes.list, ({ query, actor }) => list(query, actor.id));
  edit.bind(handle, popupRoutes, 'popupId');
};
