import { decide, emptyAudienceRule, windowState } from '@endcap/contract/audience';
import { readDeepLink } from '@endcap/contract/deep-links';
import type { CheckLink, LinkCheck } from '@endcap/contract/notifications';
import type { Db } from '../../tables.ts';
import { linkedContent } from '../content/index.ts';
import { audienceProfiles, freezeAudience } from '../delivery/index.ts';
import { placedStores } from '../stores/index.ts';

/** How many of those who would get a notification could not open the item that it leads to; null for any other target. */
export const checkLink = async (
  db: Db,
  { url, ...rule }: CheckLink,
  { storeId, appScheme, at }: { storeId: string | null; appScheme: string; at: Date },
): Promise<LinkCheck | null> => {
  const contentId = readDeepLink(appScheme, url)?.contentId;
  if (contentId === undefined) return null;
  const linked = await linkedContent(db, contentId);
  if (!linked || linked.deleted)
    return { contentId, name: linked?.name ?? null, state: 'gone', publicationEnd: null, devices: 0, unable: 0 };
  const { item } = linked;
  const audience = await freezeAudience(db, { rule: storeId === null ? rule : emptyAudienceRule, storeId, isTest: rule.isTest });
  const stores = new Map((await placedStores(db)).map((store) => [store.id, store]));
  const profiles = await audienceProfiles(db, audience, item.segments);
  const now = at.getTime();
  const opens = ({ mainStoreId, appVersion, inSegments }: (typeof profiles)[number]): boolean =>
    decide(item, {
      // The app asks for its customer's main store.
      store: (mainStoreId !== null && stores.get(mainStoreId)) || null,
      segments: inSegments ? item.segments : [],
      appVersion,
      at: now,
    }).visible;
  const sum = (list: typeof profiles): number => list.reduce((total, { devices }) => total + devices, 0);
  return {
    contentId,
    name: linked.name,
    state: windowState(item, now),
    publicationEnd: item.publicationEnd,
    devices: sum(profiles),
    unable: sum(profiles.filter((profile) => !opens(profile))),
  };
};
