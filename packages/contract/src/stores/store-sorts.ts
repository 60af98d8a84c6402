// Apart from the rules, so that the page's first load carries the names alone.
export const storeSorts = ['name', '-name', 'storeNo', '-storeNo'] as const;
export type StoreSort = (typeof storeSorts)[number];
export const DEFAULT_STORE_SORT: StoreSort = 'name';
