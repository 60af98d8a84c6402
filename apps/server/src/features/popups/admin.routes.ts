import { popupRoutes } from '@endcap/contract/popups';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import { popupKind } from './popup.kind.ts';
import { listPopups } from './popup.repository.ts';

export const addPopupRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date }): void => {
  const edit = editRoutes(deps, popupKind);
  handle(popupRoutes.list, ({ query }) => listPopups(deps.db, query));
  edit.bind(handle, popupRoutes, 'popupId');
};
