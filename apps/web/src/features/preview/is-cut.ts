import type { Preview } from '@endcap/contract/preview';

/** Returns true if the response is truncated: the customer sees more items. */
export const isCut = ({ items, itemsTotal }: Pick<Preview, 'items' | 'itemsTotal'>): boolean => items.length < itemsTotal;
