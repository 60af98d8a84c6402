/** §3 storeType. */
export const storeTypes = ['contact', 'super', 'generalist'] as const;

/** `''` means "no store by type", `all` every store. */
export const includeStoreTypes = ['', 'all', ...storeTypes] as const;
export type IncludeStoreType = (typeof includeStoreTypes)[number];
export const DEFAULT_INCLUDE_STORE_TYPE = 'all';
