import { emptyAudienceRule, type StoreRule } from '@endcap/contract/audience';
import { deepLink } from '@endcap/contract/deep-links';
import { linkRoutes } from '@endcap/contract/links';
import { readInstant } from '@endcap/contract/warsaw-time';
import { fieldProblem } from '@endcap/contract/core';
import type { AdminHandle } from '../../callers.ts';
import { rememberBriefly } from '../../platform/remember-briefly.ts';
import type { Database } from '../../tables.ts';
import { contentLinkingTo } from '../content/index.ts';
import { audienceProfiles, freezeAudience } from '../delivery/index.ts';
import { createPageCount, type FileStores } from '../files/index.ts';
import { notificationsLinkingTo } from '../notifications/index.ts';
import { popupsLinkingTo } from '../popups/index.ts';
import { storeScope } from '../session/index.ts';
import { settingsLinkingTo } from '../settings/index.ts';
import { createLinkCheck } from './check-links.ts';
import { hasInView } from './missed-phones.ts';

type Deps = { db: Database; now: () => Date; appScheme: string; stores: FileStores };

/** Cache time of the counts of all phones: forms request them again and again, and segments rarely change within a minute. */
const PROFILES_MAX_AGE_MS = 60_000;

/** Ends at 23:59 and at midnight both mean that day: a link is not broken for the minute between them (E-61). */
const LAST_MINUTE_MS = 60_000;

/** Returns the instant until which the link of a send has to open, at least its start. */
const endOf = (validUntil: string, from: string): string => {
  const instant = readInstant(validUntil);
  if (instant === null) throw fieldProblem('validUntil', 'notDate');
  return new Date(Math.max(Date.parse(from), Date.parse(instant) - LAST_MINUTE_MS)).toISOString();
};

/** Adds the routes that check links to content. Links are checked only here, wherever they are used (decision 100). */
export const addLinkRoutes = (handle: AdminHandle, { db, now, appScheme, stores }: Deps): void => {
  const check = createLinkCheck({ db, appScheme, pagesOf: createPageCount(stores) });

  handle(linkRoutes.checkSent, async ({ actor, request, body: { url, startsAt, validUntil, isTest, ...rule } }) => {
    const storeId = await storeScope(db, actor, request);
    const aimed: StoreRule = storeId === null ? rule : { ...emptyAudienceRule, includeStores: [storeId] };
    const from = startsAt ?? now().toISOString();
    const [link = null] = await check([url], {
      source: { ...aimed, is: 'sent', segments: [], version: '', from, until: validUntil === null ? from : endOf(validUntil, from) },
      has: { stores: storeId === null, segments: false, version: false, dates: true },
      mayWiden: actor.isAdmin,
      having: async (item) => {
        const audience = await freezeAudience(db, { rule: storeId === null ? rule : emptyAudienceRule, storeId, isTest });
        return audienceProfiles(db, audience, { item: item.segments, source: [] });
      },
    });
    return { link };
  });

  const everyPhone = rememberBriefly(PROFILES_MAX_AGE_MS, (key) =>
    audienceProfiles(db, null, JSON.parse(key) as { item: string[]; source: string[] }),
  );
  handle(linkRoutes.check, ({ body: { urls, has, from, until, ...aimed } }) => {
    const source = { ...aimed, is: 'shown' as const, from: from ?? now().toISOString(), until };
    return check(urls, {
      source,
      has,
      mayWiden: true,
      having: async (item, storeOf) => {
        const profiles = await everyPhone.read(JSON.stringify({ item: item.segments, source: source.segments }));
        return profiles.filter(hasInView(source, storeOf));
      },
    });
  });

  handle(linkRoutes.leadingTo, async ({ params: { contentId } }) => {
    const link = deepLink(appScheme, contentId);
    const items = [
      notificationsLinkingTo(db, link),
      popupsLinkingTo(db, link, now()),
      contentLinkingTo(db, contentId, link, now()),
      settingsLinkingTo(db, link, now()),
    ];
    return (await Promise.all(items)).flat();
  });
};
