import { type AudienceRule, reachesEveryone, reachesStore } from '@endcap/contract/audience';
import type { Db } from '../../tables.ts';
import { knownStores } from '../stores/index.ts';
import type { FrozenAudience } from './audience.repository.ts';

/** A-39..A-42: testers for a test, subscribers of the one store, else everybody or the devices of the stores that the rule reaches. */
export const freezeAudience = async (
  db: Db,
  aim: { rule: AudienceRule; storeId: string | null; isTest: boolean },
): Promise<FrozenAudience> => {
  const nobody: FrozenAudience = { everyone: false, testersOnly: false, storeIds: [], subscribedStoreId: null };
  if (aim.isTest) return { ...nobody, testersOnly: true };
  if (aim.storeId !== null) return { ...nobody, subscribedStoreId: aim.storeId };
  if (reachesEveryone(aim.rule)) return { ...nobody, everyone: true };
  const stores = await knownStores(db);
  return { ...nobody, storeIds: stores.filter((store) => reachesStore(aim.rule, store)).map((store) => store.id) };
};
