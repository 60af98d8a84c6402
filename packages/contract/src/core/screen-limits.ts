/** "Very large page size" with which pickers ask for everything (TOP-16). */
export const EVERYTHING = { page: 0, pageSize: 100_000 } as const;
/** §9: page links shown at once. */
export const PAGE_LINKS = 5;
/** §9: a live search is applied after this many milliseconds without typing. */
export const SEARCH_DEBOUNCE_MS = 800;
/** §9: a toast disappears after this many milliseconds. */
export const TOAST_MS = 5_000;
/** Q05: longest search term. */
export const SEARCH_MAX_LENGTH = 200;
