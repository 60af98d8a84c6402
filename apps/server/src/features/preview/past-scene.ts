import { fieldProblem } from '@endcap/contract/core';
import { createStillFeed, type StillItem, stillItemOf } from '../content/index.ts';
import { createYield } from '../../platform/in-slices.ts';
import type { createPast, PastState } from '../past/index.ts';
import { byId, readOnce, type Scene } from './scene.ts';

/** Cached scenes, and milliseconds after the last use until they are evicted. Users step back and forth, and scenes share most items. */
const [KEPT, KEPT_MS] = [8, 60_000];

type Item = PastState['items'][number];
type PastReader = Pick<ReturnType<typeof createPast>, 'stateAt'>;

/** Builds scenes from past states. */
export const pastScenes = () => {
  // States share the rows of items that did not change between them.
  const stillItems = new WeakMap<Item, StillItem>();
  const listed = (item: Item): StillItem => {
    const its = stillItems.get(item) ?? stillItemOf(item);
    stillItems.set(item, its);
    return its;
  };
  return async ({ items, whole, stores, popups, settings }: PastState): Promise<Scene> => {
    const yieldIfDue = createYield();
    const still: StillItem[] = [];
    for (const item of items) {
      still.push(listed(item));
      await yieldIfDue();
    }
    return { feed: await createStillFeed(still, stores, yieldIfDue), stores: byId(stores), popups, settings, whole: readOnce(whole) };
  };
};

type SceneOf = ReturnType<typeof pastScenes>;

/** Rebuilds past scenes from the history and caches the last ones (PREV-06). They have items as they were, also deleted ones. */
export const createPastScenes = ({ stateAt }: PastReader, sceneOf: SceneOf) => {
  const rebuilt = async (at: number): Promise<Scene> => {
    const { state } = await stateAt(new Date(at));
    if (!state) throw fieldProblem('at', 'beforeHistory');
    return sceneOf(state);
  };
  const cache = new Map<number, Promise<Scene>>();
  let timer: NodeJS.Timeout | undefined;
  return (at: number): Promise<Scene> => {
    clearTimeout(timer);
    timer = setTimeout(() => cache.clear(), KEPT_MS).unref();
    const scene = cache.get(at) ?? rebuilt(at);
    // Moved to the end, so that the least recently used scene is evicted first.
    cache.delete(at);
    cache.set(at, scene);
    const [oldest] = cache.keys();
    if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest);
    scene.catch(() => {
      if (cache.get(at) === scene) cache.delete(at);
    });
    return scene;
  };
};
