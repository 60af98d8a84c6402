import type { UnmarkedContent } from '@endcap/contract/content';
import type { SettingsDocument } from '@endcap/contract/settings';
import type { KnownStore } from '@endcap/contract/stores';
import { createYield, type Yield } from '../../platform/in-slices.ts';
import { createInterner } from '../../platform/intern.ts';
import type { Db } from '../../tables.ts';
import { createStillFeed, listedContent, type StillFeed, type StillItem, stillItemOf, wholeContent } from '../content/index.ts';
import { namedPopups } from '../popups/index.ts';
import { readSettings } from '../settings/index.ts';
import { allStores } from '../stores/index.ts';

/** Phones do not show a popup without a text. */
export type ScenePopup = { _id: string; name: string; text: string | null; version: string; repeat: number };

/** The data of the app API at one instant, from one snapshot of the database; immutable. */
export type Scene = {
  feed: StillFeed;
  stores: ReadonlyMap<string, KnownStore>;
  popups: readonly ScenePopup[];
  settings: SettingsDocument;
  /** Reads these items with their texts. For the present scene call it in the scene's transaction; past scenes do not change. */
  whole: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, UnmarkedContent>>;
};

export const byId = <V extends { id: string }>(values: readonly V[]): ReadonlyMap<string, V> =>
  new Map(values.map((value) => [value.id, value]));

/** Reads each text on first use and caches it. Texts are most of a scene, and few are seen. */
export const readOnce = (read: (db: Db, ids: readonly string[]) => Promise<UnmarkedContent[]>): Scene['whole'] => {
  const cache = new Map<string, UnmarkedContent>();
  return async (db, ids) => {
    const missing = ids.filter((id) => !cache.has(id));
    if (missing.length > 0) for (const item of await read(db, missing)) cache.set(item._id, item);
    return cache;
  };
};

const stillItems = async (db: Db, yieldIfDue: Yield): Promise<StillItem[]> => {
  const { share } = createInterner();
  const still: StillItem[] = [];
  for (const item of await listedContent(db)) {
    still.push(stillItemOf(item, share));
    await yieldIfDue();
  }
  return still;
};

/** Reads the current data. Call it within one snapshot of the database. */
export const readScene = async (db: Db): Promise<Scene> => {
  const stores = await allStores(db);
  const yieldIfDue = createYield();
  return {
    feed: await createStillFeed(await stillItems(db, yieldIfDue), stores, yieldIfDue),
    stores: byId(stores),
    popups: await namedPopups(db),
    settings: await readSettings(db),
    whole: readOnce(wholeContent),
  };
};
