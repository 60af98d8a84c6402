import { searchRoutes } from '@endcap/contract/search';

/** Texts as people type them: a letter, a word that a fifth of all rows has, one that few have, numbers, an address, a typing error, nothing that exists. */
export const searches = [
  'k',
  'ku',
  'kupon',
  'kupon 99',
  'kupon 99123',
  'gazetka',
  'zurek 4',
  '118',
  '7777',
  'dluga 33',
  'targu',
  'kopon',
  'gazteka',
  'kupno 512',
  'xyzzy',
  'wiedza 5',
];
export const searchPath = (text: string): string => `${searchRoutes.find.path}?${new URLSearchParams({ text })}`;
