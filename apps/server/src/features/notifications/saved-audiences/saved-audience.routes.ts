import { savedAudienceRoutes } from '@endcap/contract/notifications';
import type { AdminHandle } from '../../../callers.ts';
import type { Database } from '../../../tables.ts';
import { editRoutes } from '../../entities/index.ts';
import { offerAudiences } from './offer-audiences.ts';
import { savedAudienceKind } from './saved-audience.kind.ts';

/** PLAN-06: audiences under a name. They are the chain's; staff send to their own store alone and have none to choose. */
export const addSavedAudienceRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date }): void => {
  handle(savedAudienceRoutes.list, ({ actor }) => offerAudiences(deps.db, actor.id));
  editRoutes(deps, savedAudienceKind).bind(handle, savedAudienceRoutes, 'audienceId');
};
