import { type FoundKind, foundKinds } from '@endcap/contract/search';
import { type RawBuilder, sql } from 'kysely';
import { foldedBegins, foldedContains, foldedText } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'searchEntry' | 'content'>;

/** `label`: what people see; `name`: what staff call it, where that is another; `folded`: all that finds it. */
export type Entry = {
  kind: FoundKind;
  id: string;
  label: string;
  labelFolded: string;
  name: string | null;
  detail: string;
  folded: string;
  at: Date;
};
/** Null: everything; else the notifications of one store (EDIT-04). */
export type Scope = string | null;

const inScope = (scope: Scope): RawBuilder<boolean> => (scope === null ? sql<boolean>`true` : sql<boolean>`e.store_id = ${scope}`);
const columns = sql`e.kind, e.id, e.label, e.detail, e.folded, e.at`;
/** Labels content by its title, which is read from the item itself, so that saves of titles do not wait for a row here. */
const asSeen = (entries: RawBuilder<unknown>): RawBuilder<Entry> => sql<Entry>`
  select e.kind, e.id, coalesce(c.title, e.label) as label, folded(coalesce(c.title, e.label)) as label_folded,
    nullif(e.label, coalesce(c.title, e.label)) as name, e.detail, e.folded, e.at
  from (${entries}) e left join content c on e.kind = 'content' and c.id = e.id`;

/** Folds the search text the way stored names are folded. */
export const foldedTyped = async (db: Db, text: string): Promise<string> => {
  const { rows } = await sql<{ typed: string }>`select ${foldedText(text)} as typed`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0].typed.trim();
};

/** Entries that have every word, `most` of each kind: those whose name or title begins with the whole text, and the newest. */
export const entriesWith = async (db: Db, text: string, words: readonly string[], scope: Scope, most: number): Promise<Entry[]> => {
  const everyWord = sql.join(
    words.map((word) => foldedContains(sql`e.folded`, word)),
    sql` and `,
  );
  // The separator displayed between a store's number and its name is not stored.
  const beginnings = new Set([text, words.join(' ')]);
  const beginAlike = sql.join(
    [...beginnings].map(
      (one) => sql`(select * from search_entry e where e.kind = wanted.kind and ${foldedBegins(sql`e.folded`, one)} and ${inScope(scope)}
        order by e.folded using ~<~ limit ${most})`,
    ),
    sql` union `,
  );
  const found = sql`
    select ${columns} from unnest(${foundKinds}::text[]) wanted (kind), lateral (
      ${beginAlike}
      union
      (select * from search_entry e where e.kind = wanted.kind and ${everyWord} and ${inScope(scope)} order by e.at desc limit ${most})
    ) e
    union
    select ${columns} from search_entry e join (
      select id from content where deleted_at is null and ${foldedBegins(sql`folded(title)`, text)}
        order by folded(title) using ~<~ limit ${most}
    ) titled on e.kind = 'content' and e.id = titled.id where ${inScope(scope)}
    union
    select ${columns} from search_entry e where e.id = ${text} and ${inScope(scope)}`;
  return (await asSeen(found).execute(db)).rows;
};

/** Returns all letters and digits that occur in names. */
export const lettersInUse = async (db: DbOf<'searchLetter'>): Promise<string[]> =>
  (await db.selectFrom('searchLetter').select('letter').distinct().execute()).map(({ letter }) => letter);

const LAST_LETTER = '\u{10ffff}';
/** Returns the texts that begin a word of some name, by kind. */
export const beginningsInUse = async (db: DbOf<'searchWord'>, beginnings: readonly string[]): Promise<Map<FoundKind, Set<string>>> => {
  const { rows } = await sql<{ kind: FoundKind; beginning: string }>`
    select wanted.kind, wanted.beginning
    from (select * from unnest(${foundKinds}::text[]) kind, unnest(${beginnings}::text[]) beginning) wanted, lateral (
      select from search_word w where w.kind = wanted.kind and w.word >= wanted.beginning collate "C"
        and w.word < (wanted.beginning || ${LAST_LETTER}) collate "C" limit 1
    ) one`.execute(db);
  const byKind = new Map<FoundKind, Set<string>>();
  for (const { kind, beginning } of rows) byKind.set(kind, (byKind.get(kind) ?? new Set()).add(beginning));
  return byKind;
};

/** Possible meanings of a word: the word itself anywhere in a name, or any word starting with one of `beginnings`. */
export type Meant = { word: string; beginnings: readonly string[] };

const hasMeant = ({ word, beginnings }: Meant): RawBuilder<boolean> => {
  if (beginnings.length === 0) return foldedContains(sql`e.folded`, word);
  const patterns = beginnings.map((beginning) => `%${beginning}%`);
  // The index finds the patterns. Whether they begin a word is checked on its results; `|| ''` keeps the index out of that check.
  const begins = `(^|[^[:alnum:]])(${beginnings.join('|')})`;
  return sql<boolean>`(${foldedContains(sql`e.folded`, word)} or e.folded like any(${patterns}::text[]) and (e.folded || '') ~ ${begins})`;
};

/** Returns the newest entries of each kind that contain, for every word, one of its possible meanings in that kind. */
export const entriesMeant = async (
  db: Db,
  meant: ReadonlyMap<FoundKind, readonly Meant[]>,
  scope: Scope,
  most: number,
): Promise<Entry[]> => {
  if (meant.size === 0) return [];
  const ofKinds = [...meant].map(
    ([kind, words]) => sql`(select ${columns} from search_entry e
      where e.kind = ${kind} and ${sql.join(words.map(hasMeant), sql` and `)} and ${inScope(scope)} order by e.at desc limit ${most})`,
  );
  return (await asSeen(sql.join(ofKinds, sql` union all `)).execute(db)).rows;
};
