import { fieldProblem } from '@endcap/contract/core';
import { createStillFeed, type StillItem, stillItemOf } from '../content/index.ts';
import { inTurns } from '../../platform/in-slices.ts';
import type { createPast, PastState } from '../past/index.ts';
import { byId, readOnce, type Scene } from './scene.ts';

/** Who steps to and fro meets the same instants again; each is a list of items that most of them share. */
const [KEPT, KEPT_MS] = [8, 60_000];

type Item = PastState['items'][number];
type PastReader = Pick<ReturnType<typeof createPast>, 'stateAt'>;

/** Makes scenes of states that were. */
export const pastScenes = () => {
  // Rows that nobody touched between two instants are the same in both.
  const known = new WeakMap<Item, StillItem>();
  const listed = (item: Item): StillItem => {
    const its = known.get(item) ?? stillItemOf(item);
    known.set(item, its);
    return its;
  };
  return async ({ items, whole, stores, popups, settings }: PastState): Promise<Scene> => {
    const turn = inTurns();
    const still: StillItem[] = [];
    for (const item of items) {
      still.push(listed(item));
      await turn();
    }
    return { feed: await createStillFeed(still, stores, turn), stores: byId(stores), popups, settings, whole: readOnce(whole) };
  };
};

type SceneOf = ReturnType<typeof pastScenes>;

/** PREV-06: scenes that were, rebuilt from the history, the last ones kept. What was edited and deleted since is in them as it was. */
export const createPastScenes = ({ stateAt }: PastReader, sceneOf: SceneOf) => {
  const rebuilt = async (at: number): Promise<Scene> => {
    const { state } = await stateAt(new Date(at));
    if (!state) throw fieldProblem('at', 'beforeHistory');
    return sceneOf(state);
  };
  const kept = new Map<number, Promise<Scene>>();
  let timer: NodeJS.Timeout | undefined;
  return (at: number): Promise<Scene> => {
    clearTimeout(timer);
    timer = setTimeout(() => kept.clear(), KEPT_MS).unref();
    const scene = kept.get(at) ?? rebuilt(at);
    // The last one that was asked for goes last.
    kept.delete(at);
    kept.set(at, scene);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    scene.catch(() => {
      if (kept.get(at) === scene) kept.delete(at);
    });
    return scene;
  };
};
