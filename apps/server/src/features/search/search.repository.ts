import { type FoundKind, foundKinds } from '@endcap/contract/search';
import { type RawBuilder, sql } from 'kysely';
import { foldedBegins, foldedContains } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'searchEntry'>;

export type Entry = { kind: FoundKind; id: string; label: string; detail: string; folded: string; at: Date };
/** Null: everything; else the notifications of one store (EDIT-04). */
export type Scope = string | null;

const inScope = (scope: Scope): RawBuilder<boolean> => (scope === null ? sql<boolean>`true` : sql<boolean>`e.store_id = ${scope}`);
const columns = sql`e.kind, e.id, e.label, e.detail, e.folded, e.at`;

/** Entries that have every word, `most` of each kind: those that begin with the whole text, and the newest. */
export const entriesWith = async (db: Db, text: string, words: readonly string[], scope: Scope, most: number): Promise<Entry[]> => {
  const everyWord = sql.join(
    words.map((word) => foldedContains(sql`e.folded`, word)),
    sql` and `,
  );
  const { rows } = await sql<Entry>`
    select ${columns} from unnest(${foundKinds}::text[]) wanted (kind), lateral (
      (select * from search_entry e where e.kind = wanted.kind and ${foldedBegins(sql`e.folded`, text)} and ${inScope(scope)}
        order by e.folded using ~<~ limit ${most})
      union
      (select * from search_entry e where e.kind = wanted.kind and ${everyWord} and ${inScope(scope)} order by e.at desc limit ${most})
    ) e
    union
    select ${columns} from search_entry e where e.id = ${text} and ${inScope(scope)}`.execute(db);
  return rows;
};

/** Some entries in which a word is like this one. */
export const entriesLike = async (db: Db, word: string, scope: Scope): Promise<Entry[]> => {
  const { rows } = await sql<Entry>`select ${columns} from search_entries_like(folded(${word})) e where ${inScope(scope)}`.execute(db);
  return rows;
};
