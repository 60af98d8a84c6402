import type { Preview, PreviewItemsQuestion } from '@endcap/contract/preview';
import type { Scenes } from './in-scene.ts';
import { showFeed } from './show-feed.ts';
import { viewerOf } from './show-to.ts';

/** Returns which of some items a customer sees, also beyond the limit of a preview (PREV-01, PREV-05). */
export const createShownItems =
  ({ momentOf, inScene }: Scenes, appScheme: string) =>
  (question: PreviewItemsQuestion): Promise<Pick<Preview, 'items'>> => {
    const moment = momentOf(question);
    return inScene(question, moment, async (trx, { scene, laid }) => {
      const viewer = await viewerOf(trx, scene, { ...question, at: moment.at });
      const wanted = new Set(question.ids);
      const candidates = scene.feed.candidates(question.storeId, laid).filter(({ id }) => wanted.has(id));
      const { fed } = await showFeed(trx, { scene, laid, appScheme, candidates, most: wanted.size }, viewer);
      return { items: fed.items };
    });
  };
