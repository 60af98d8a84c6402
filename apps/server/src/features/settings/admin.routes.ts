import { settingsRoutes } from '@endcap/contract/settings';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import { settingsKind } from './settings.kind.ts';

const THE_ONLY = 'settings';

export const addSettingsRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date }): void => {
  const edit = editRoutes(deps, settingsKind);
  handle(settingsRoutes.read, (call) => edit.details(THE_ONLY, call));
  // Parsed already; what is nested is merged by the kind.
  handle(settingsRoutes.save, (call) => edit.change(THE_ONLY, call as Parameters<typeof edit.change>[1]));
};
