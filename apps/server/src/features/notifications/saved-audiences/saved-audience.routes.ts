import { savedAudienceRoutes } from '@endcap/contract/notifications';
import type { AdminHandle } from '../../../callers.ts';
import type { Database } from '../../../tables.ts';
import { editRoutes } from '../../entities/index.ts';
import { offerAudiences } from './offer-audiences.ts';
import { savedAudienceKind } from './saved-audience.kind.ts';

/** Routes of saved audiences, which only administrators use: staff send to their own store alone (PLAN-06). */
export const addSavedAudienceRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date }): void => {
  handle(savedAudienceRoutes.list, ({ actor }) => offerAudiences(deps.db, actor.id));
  editRoutes(deps, savedAudienceKind).bind(handle, savedAudienceRoutes, 'audienceId');
};
