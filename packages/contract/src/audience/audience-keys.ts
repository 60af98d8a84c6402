import type { PlacedStore, StoreRule } from './audience.ts';

/**
 * By what customers are found whom an audience rule may let see something. Whoever `decide()` lets see it has one of its keys; not the
 * reverse, because what excludes is no key.
 */
export const keysOfRule = ({ includeStoreType, includeStores, includeStoreGroups }: StoreRule): string[] =>
  includeStoreType === 'all'
    ? ['all']
    : [
        ...new Set([
          ...(includeStoreType === '' ? [] : [`type ${includeStoreType}`]),
          ...includeStores.map((id) => `store ${id}`),
          ...includeStoreGroups.map((id) => `group ${id}`),
        ]),
      ];

/** The keys of a store's customers, or of those without one. Whose store was deleted has none. */
export const keysOfCustomer = (store: PlacedStore | null): string[] =>
  store === null || store.deleted
    ? ['all']
    : ['all', `type ${store.storeType}`, `store ${store.id}`, ...store.groups.map((id) => `group ${id}`)];
