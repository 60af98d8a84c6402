import { type AudienceRule, reachesEveryone, storesReached, type StoreRule } from '@endcap/contract/audience';
import { knownStores } from '../../stores/index.ts';
import type { FrozenAudience } from './frozen-audience.ts';

type Db = Parameters<typeof knownStores>[0];
type Aim = { rule: AudienceRule; storeId: string | null; isTest: boolean };

/** Returns the part of a rule that chooses stores. An unhandled part fails to compile, because ignoring it would widen every send. */
const storesOf = (rule: AudienceRule): StoreRule => {
  const { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups, ...unhandled } = rule;
  unhandled satisfies Record<string, never>;
  return { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups };
};

/**
 * Returns a function that freezes the audiences of many sends (A-39..A-42): testers for a test, subscribers for a send of one store,
 * otherwise everyone or the devices of the stores that the rule reaches. Stores are loaded once, on first use. Equal rules share one list.
 */
export const freezeAudiences = (db: Db): ((aim: Aim) => Promise<FrozenAudience>) => {
  let stores: ReturnType<typeof knownStores> | undefined;
  const idsByRule = new Map<string, Promise<string[]>>();
  const idsReached = (rule: StoreRule): Promise<string[]> => {
    stores ??= knownStores(db);
    const key = JSON.stringify(rule);
    const ids = idsByRule.get(key) ?? stores.then((all) => storesReached(rule, all).map(({ id }) => id));
    idsByRule.set(key, ids);
    return ids;
  };
  return async (aim) => {
    const rule = storesOf(aim.rule);
    if (aim.isTest) return { of: 'testers' };
    if (aim.storeId !== null) return { of: 'subscribers', storeId: aim.storeId };
    return reachesEveryone(rule) ? { of: 'everyone' } : { of: 'stores', storeIds: await idsReached(rule) };
  };
};

/** Freezes the audience of one send. */
export const freezeAudience = (db: Db, aim: Aim): Promise<FrozenAudience> => freezeAudiences(db)(aim);
