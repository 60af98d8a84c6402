import { folded, nameWithCity } from '@endcap/contract/core';
import type { StoreRow } from '@endcap/contract/stores';
import type { PickItem } from '../../ui/pick-item.ts';

/** Option of a store for selectors and pickers. Search covers name, street, zip code, city and number (TOP-04, TOP-17). */
export const storeItem = (store: StoreRow): PickItem => ({
  id: store._id,
  label: nameWithCity(store),
  chip: `${store.storeNo === null ? nameWithCity(store) : `${store.storeNo} · ${store.city}`}, ${store.street.replace(/^ul\.\s*/i, '')}`,
  detail: `${store.street} · ${store.zipCode} · ${store.city}`,
  number: store.storeNo,
  search: folded(`${store.name} ${store.street} ${store.zipCode} ${store.city} ${store.storeNo ?? ''}`),
});
