import type { Preview } from '@endcap/contract/preview';

/** Whether a customer sees more than was answered. */
export const isCut = ({ items, itemsTotal }: Pick<Preview, 'items' | 'itemsTotal'>): boolean => items.length < itemsTotal;
