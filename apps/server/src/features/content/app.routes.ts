import { appContentRoutes } from '@endcap/contract/content';
import { Problem } from '@endcap/contract/core';
import type { AppHandle } from '../../callers.ts';
import type { PreparedAnswers } from '../../platform/http/prepared-answers.ts';
import type { Feed } from './feed.ts';

export const addAppContentRoutes = (handle: AppHandle, { feed, prepared }: { feed: Feed; prepared: PreparedAnswers }): void => {
  handle(appContentRoutes.feed, async (call) => prepared.give(call, await feed.ask(call.query)));

  handle(appContentRoutes.item, async ({ params, query }) => {
    const item = await feed.item(params.contentId, query);
    if (!item) throw new Problem('not_found');
    return item;
  });
};
