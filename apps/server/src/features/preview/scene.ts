import type { UnmarkedContent } from '@endcap/contract/content';
import type { SettingsDocument } from '@endcap/contract/settings';
import type { KnownStore } from '@endcap/contract/stores';
import { inTurns, type Turn } from '../../platform/in-slices.ts';
import { createKeptOnce } from '../../platform/kept-once.ts';
import type { Db } from '../../tables.ts';
import { createStillFeed, listedContent, type StillFeed, type StillItem, stillItemOf, wholeContent } from '../content/index.ts';
import { namedPopups } from '../popups/index.ts';
import { readSettings } from '../settings/index.ts';
import { placedStores } from '../stores/index.ts';

/** One without a text is silent. */
export type ScenePopup = { _id: string; name: string; text: string | null; version: string; repeat: number };

/** What phones are answered from at one instant, all of it of one state of the database; it does not change. */
export type Scene = {
  feed: StillFeed;
  stores: ReadonlyMap<string, KnownStore>;
  popups: readonly ScenePopup[];
  settings: SettingsDocument;
  /** These items with their texts. Of the present scene within the transaction that it is of; what was does not change any more. */
  whole: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, UnmarkedContent>>;
};

export const byId = <V extends { id: string }>(values: readonly V[]): ReadonlyMap<string, V> =>
  new Map(values.map((value) => [value.id, value]));

/** Texts are most of a scene, and few are seen: each is read when it is first asked for. */
export const readOnce = (read: (db: Db, ids: readonly string[]) => Promise<UnmarkedContent[]>): Scene['whole'] => {
  const known = new Map<string, UnmarkedContent>();
  return async (db, ids) => {
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) for (const item of await read(db, missing)) known.set(item._id, item);
    return known;
  };
};

const stillItems = async (db: Db, turn: Turn): Promise<StillItem[]> => {
  const { share } = createKeptOnce();
  const still: StillItem[] = [];
  for (const item of await listedContent(db)) {
    still.push(stillItemOf(item, share));
    await turn();
  }
  return still;
};

/** Everything as it is stored now; to be read in one state of the database. */
export const readScene = async (db: Db): Promise<Scene> => {
  const stores = await placedStores(db);
  const turn = inTurns();
  return {
    feed: await createStillFeed(await stillItems(db, turn), stores, turn),
    stores: byId(stores),
    popups: await namedPopups(db),
    settings: await readSettings(db),
    whole: readOnce(wholeContent),
  };
};
