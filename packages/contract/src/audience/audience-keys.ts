import type { AudienceStore, StoreRule } from './audience.ts';

/**
 * Returns the keys for finding customers that an audience rule may reach. Every customer to whom `decide()` shows an item has one of
 * its keys. The reverse does not hold, because excludes are not part of the keys.
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

/** Returns the keys of the customers of a store, or of those without one (null). A deleted store counts as none. */
export const keysOfCustomer = (store: AudienceStore | null): string[] =>
  store === null || store.deleted
    ? ['all']
    : ['all', `type ${store.storeType}`, `store ${store.id}`, ...store.groups.map((id) => `group ${id}`)];
