import { FOUND_OF_KIND, type FoundKind } from '@endcap/contract/search';
import type { Database } from '../../tables.ts';
import { neighboursOf } from './one-edit.ts';
import { isForgivable, ranked } from './rank.ts';
import {
  entriesMeant,
  entriesWith,
  type Entry,
  foldedTyped,
  beginningsInUse,
  lettersInUse,
  type Meant,
  type Scope,
} from './search.repository.ts';

/** Drops texts that begin with another one. */
const shortest = (beginnings: Iterable<string>): string[] => {
  const prefixes: string[] = [];
  for (const one of [...beginnings].toSorted()) if (prefixes.length === 0 || !one.startsWith(prefixes.at(-1) ?? '')) prefixes.push(one);
  return prefixes;
};

/** Returns the texts one edit away from each word that allows a typo, and those of them that words of each kind begin with. */
const findNeighbours = async (db: Database, words: readonly string[]) => {
  const letters = await lettersInUse(db);
  const around = new Map(words.filter(isForgivable).map((word) => [word, neighboursOf(word, letters)]));
  return { around, inUse: await beginningsInUse(db, [...new Set([...around.values()].flatMap((texts) => [...texts]))]) };
};

type Around = Awaited<ReturnType<typeof findNeighbours>>;

/** Returns possible meanings of the words per kind. Leaves out kinds without any. */
const meantBy = ({ around, inUse }: Around, words: readonly string[], isRight: (word: string, has: Set<string>) => boolean) =>
  new Map(
    [...inUse].map(([kind, has]): [FoundKind, Meant[]] => {
      const meant = (word: string): string[] => (isRight(word, has) ? [] : shortest(has.intersection(around.get(word) ?? new Set())));
      return [kind, words.map((word) => ({ word, beginnings: meant(word) }))];
    }),
  );

/** Tolerates one wrong letter per word: first only in unknown words, and if that finds nothing, in all words. */
const findForgiving = async (db: Database, typed: string, words: readonly string[], scope: Scope): Promise<Entry[]> => {
  const around = await findNeighbours(db, words);
  for (const isRight of [(word: string, has: Set<string>) => has.has(word), () => false]) {
    const found = ranked(await entriesMeant(db, meantBy(around, words, isRight), scope, FOUND_OF_KIND), typed, words);
    if (found.length > 0) return found;
  }
  return [];
};

/** Splits a text into words, by blanks (`1+1` is one word) and as names are split. A lone sign is no word beside others. */
const wordsOf = (typed: string): { asTyped: string[]; asInNames: string[] } => {
  const stretches = typed.split(/\s+/);
  const asInNames = typed.match(/[\p{L}\p{N}]+/gu);
  return asInNames
    ? { asTyped: stretches.filter((one) => /[\p{L}\p{N}]/u.test(one)), asInNames }
    : { asTyped: stretches, asInNames: stretches };
};

/** Finds entries by a text, best first. If nothing contains the text, one wrong letter per word is tolerated (EDIT-04). */
export const findByName = async (db: Database, text: string, scope: Scope): Promise<Entry[]> => {
  const typed = await foldedTyped(db, text);
  if (typed === '') return [];
  const { asTyped, asInNames } = wordsOf(typed);
  const isOneReading = asTyped.join(' ') === asInNames.join(' ');
  for (const words of isOneReading ? [asInNames] : [asTyped, asInNames]) {
    const found = ranked(await entriesWith(db, typed, words, scope, FOUND_OF_KIND), typed, words);
    if (found.length > 0) return found;
  }
  return asInNames.some(isForgivable) ? findForgiving(db, typed, asInNames, scope) : [];
};
