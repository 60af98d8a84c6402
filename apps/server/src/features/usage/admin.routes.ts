import { contentRoutes } from '@endcap/contract/content';
import type { Usage } from '@endcap/contract/core';
import { deepLink } from '@endcap/contract/deep-links';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { contentLeadingTo, contentNaming } from '../content/index.ts';
import { phonesOfStore } from '../devices/index.ts';
import { plugins } from '../plugins/index.ts';
import { knowledgeLeadingTo } from '../knowledge/index.ts';
import { audiencesNaming, notificationsLeadingTo, notificationsNaming } from '../notifications/index.ts';
import { popupsLeadingTo } from '../popups/index.ts';
import { staffOfStore } from '../session/index.ts';
import { settingsLeadingTo } from '../settings/index.ts';
import { groupsWithStore } from '../store-groups/index.ts';

/** Combines the usages returned by the features, without those with a count of zero (ux 19). */
const together = async (usages: readonly Promise<Usage | Usage[]>[]): Promise<Usage[]> =>
  (await Promise.all(usages)).flat().filter(({ count }) => count > 0);

/** Returns the items that link to any of some content items (LINK-03). */
export const usageOfContent =
  ({ db, appScheme }: { db: Database; appScheme: string }) =>
  (ids: readonly string[]): Promise<Usage[]> => {
    const links = ids.map((id) => deepLink(appScheme, id));
    return together([
      contentLeadingTo(db, ids, links),
      notificationsLeadingTo(db, links),
      popupsLeadingTo(db, links),
      knowledgeLeadingTo(db, links),
      settingsLeadingTo(db, links),
    ]);
  };

/**
 * Routes that list what a delete would affect. They query each feature that can reference a thing; no feature depends on the others for it
 * (D-31).
 */
export const addUsageRoutes = (handle: AdminHandle, { db, appScheme }: { db: Database; appScheme: string }): void => {
  handle(storeRoutes.usage, ({ params: { storeId } }) =>
    together([
      groupsWithStore(db, storeId),
      contentNaming(db, 'store', storeId),
      notificationsNaming(db, 'store', storeId),
      audiencesNaming(db, 'store', storeId),
      staffOfStore(db, storeId),
      phonesOfStore(db, storeId),
    ]),
  );
  handle(storeGroupRoutes.usage, ({ params: { storeGroupId } }) =>
    together([
      contentNaming(db, 'group', storeGroupId),
      notificationsNaming(db, 'group', storeGroupId),
      audiencesNaming(db, 'group', storeGroupId),
      ...plugins.flatMap(({ groupUsage }) => groupUsage?.(db, storeGroupId) ?? []),
    ]),
  );
  const ofContent = usageOfContent({ db, appScheme });
  handle(contentRoutes.usage, ({ params: { contentId } }) => ofContent([contentId]));
};
