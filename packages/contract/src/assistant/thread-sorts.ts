// Apart from the rules, so that the page's first load carries the names alone.
export const threadSorts = ['created_at', '-created_at'] as const;
export type ThreadSort = (typeof threadSorts)[number];
export const DEFAULT_THREAD_SORT: ThreadSort = '-created_at';
