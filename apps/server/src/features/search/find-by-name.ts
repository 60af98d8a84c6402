import { folded } from '@endcap/contract/core';
import { FOUND_OF_KIND } from '@endcap/contract/search';
import type { Database } from '../../tables.ts';
import { FORGIVEN_FROM, ranked } from './rank.ts';
import { type Entry, entriesLike, entriesWith, type Scope } from './search.repository.ts';

/** EDIT-04: what a text finds, best first; one wrong letter in a word is forgiven when nothing has the text as it stands. */
export const findByName = async (db: Database, text: string, scope: Scope): Promise<Entry[]> => {
  const typed = folded(text).trim();
  if (typed === '') return [];
  const words = typed.split(/\s+/);
  const found = ranked(await entriesWith(db, typed, words, scope, FOUND_OF_KIND), typed, words);
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
  if (found.length > 0 || longest.length < FORGIVEN_FROM) return found;
  return ranked(await entriesLike(db, longest, scope), typed, words);
};
