import type { ContentRow } from '@endcap/contract/content';

/** The name of an item in questions and messages. Copies share a title, so the internal name comes first. */
export const nameOf = (item: ContentRow): string => item.name ?? item.title ?? '';
