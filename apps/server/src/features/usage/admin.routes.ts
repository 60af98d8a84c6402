import { contentRoutes } from '@endcap/contract/content';
import type { Usage } from '@endcap/contract/core';
import { deepLink } from '@endcap/contract/deep-links';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { contentLeadingTo, contentNaming } from '../content/index.ts';
import { phonesOfStore } from '../devices/index.ts';
import { keptDaysNaming } from '../kept-days/index.ts';
import { knowledgeLeadingTo } from '../knowledge/index.ts';
import { audiencesNaming, notificationsLeadingTo, notificationsNaming } from '../notifications/index.ts';
import { popupsLeadingTo } from '../popups/index.ts';
import { staffOfStore } from '../session/index.ts';
import { settingsLeadingTo } from '../settings/index.ts';
import { groupsWithStore } from '../store-groups/index.ts';

/** What each feature says of itself, without what does not use the thing at all (ux 19). */
const together = async (asked: readonly Promise<Usage | Usage[]>[]): Promise<Usage[]> =>
  (await Promise.all(asked)).flat().filter(({ count }) => count > 0);

/** Who leads to any of some items of content (LINK-03). */
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

/** What a delete would touch: every feature that can name a thing is asked, and nobody else has to know it (D-31). */
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
      keptDaysNaming(db, storeGroupId),
    ]),
  );
  const ofContent = usageOfContent({ db, appScheme });
  handle(contentRoutes.usage, ({ params: { contentId } }) => ofContent([contentId]));
};
