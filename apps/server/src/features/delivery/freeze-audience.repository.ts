import { type AudienceRule, reachesEveryone, storesReached, type StoreRule } from '@endcap/contract/audience';
import { knownStores } from '../stores/index.ts';
import type { FrozenAudience } from './frozen-audience.ts';

type Db = Parameters<typeof knownStores>[0];

/** The part of a rule that chooses stores. A part that nobody here has thought of does not compile: forgotten, it would widen every send. */
const storesOf = (rule: AudienceRule): StoreRule => {
  const { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups, ...unthoughtOf } = rule;
  unthoughtOf satisfies Record<string, never>;
  return { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups };
};

/** A-39..A-42: testers for a test, subscribers of the one store, else everybody or the devices of the stores that the rule reaches. */
export const freezeAudience = async (
  db: Db,
  aim: { rule: AudienceRule; storeId: string | null; isTest: boolean },
): Promise<FrozenAudience> => {
  const rule = storesOf(aim.rule);
  if (aim.isTest) return { of: 'testers' };
  if (aim.storeId !== null) return { of: 'subscribers', storeId: aim.storeId };
  if (reachesEveryone(rule)) return { of: 'everyone' };
  const stores = await knownStores(db);
  return { of: 'stores', storeIds: storesReached(rule, stores).map((store) => store.id) };
};
