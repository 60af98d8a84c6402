import type { ContentRow } from '@endcap/contract/content';

/** What an item is called wherever it is spoken of. */
export const nameOf = (item: ContentRow): string => item.title ?? item.name ?? '';
