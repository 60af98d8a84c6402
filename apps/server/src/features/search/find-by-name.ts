import { FOUND_OF_KIND, type FoundKind } from '@endcap/contract/search';
import type { Database } from '../../tables.ts';
import { neighboursOf } from './one-edit.ts';
import { isForgivable, ranked } from './rank.ts';
import {
  entriesMeant,
  entriesWith,
  type Entry,
  foldedTyped,
  knownBeginnings,
  knownLetters,
  type Meant,
  type Scope,
} from './search.repository.ts';

/** Those that no other begins. */
const shortest = (beginnings: Iterable<string>): string[] => {
  const kept: string[] = [];
  for (const one of [...beginnings].toSorted()) if (kept.length === 0 || !one.startsWith(kept.at(-1) ?? '')) kept.push(one);
  return kept;
};

/** Returns the texts one edit away from each word that allows a typo, and those of them that words of each kind begin with. */
const lookAround = async (db: Database, words: readonly string[]) => {
  const letters = await knownLetters(db);
  const around = new Map(words.filter(isForgivable).map((word) => [word, neighboursOf(word, letters)]));
  return { around, known: await knownBeginnings(db, [...new Set([...around.values()].flatMap((texts) => [...texts]))]) };
};

type Around = Awaited<ReturnType<typeof lookAround>>;

/** By kind: what the words may stand for. Kinds that have nothing like them are left out. */
const meantBy = ({ around, known }: Around, words: readonly string[], isRight: (word: string, has: Set<string>) => boolean) =>
  new Map(
    [...known].map(([kind, has]): [FoundKind, Meant[]] => {
      const meant = (word: string): string[] => (isRight(word, has) ? [] : shortest(has.intersection(around.get(word) ?? new Set())));
      return [kind, words.map((word) => ({ word, beginnings: meant(word) }))];
    }),
  );

/** One wrong letter in a word is forgiven: in words that are unknown, and when that finds nothing in all of them. */
const findForgiving = async (db: Database, typed: string, words: readonly string[], scope: Scope): Promise<Entry[]> => {
  const around = await lookAround(db, words);
  for (const isRight of [(word: string, has: Set<string>) => has.has(word), () => false]) {
    const found = ranked(await entriesMeant(db, meantBy(around, words, isRight), scope, FOUND_OF_KIND), typed, words);
    if (found.length > 0) return found;
  }
  return [];
};

/** The words of a text: as they are typed, where `1+1` is one, and as names have theirs. A sign that stands alone is no word beside others. */
const wordsOf = (typed: string): { asTyped: string[]; asInNames: string[] } => {
  const stretches = typed.split(/\s+/);
  const asInNames = typed.match(/[\p{L}\p{N}]+/gu);
  return asInNames
    ? { asTyped: stretches.filter((one) => /[\p{L}\p{N}]/u.test(one)), asInNames }
    : { asTyped: stretches, asInNames: stretches };
};

/** EDIT-04: what a text finds, best first; one wrong letter in a word is forgiven when nothing has the text as it stands. */
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
