import { HISTORY_CURSOR, type HistoryFilters, type HistoryRow, importActors, importLists } from '@endcap/contract/history';
import { startOfDay } from '@endcap/contract/warsaw-time';
import { type RawBuilder, sql } from 'kysely';
import { foldedContains } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';
import { instantOf, nameWithCityOf } from '../entities/index.ts';
import { changesField, summaryOf } from './change-summary.repository.ts';

type Db = DbOf<'history' | 'notification' | 'staffLogin' | 'staffName' | 'store'>;
type Condition = RawBuilder<boolean>;

export type HistoryPage = { items: HistoryRow[]; next: string | null };
type PageRow = HistoryRow & { place: string };
/** At most `most` rows after a cursor. `isFolded`: without the changes that imports wrote. */
type Portion = { before: string | undefined; most: number; isFolded: boolean };

/** The two sources of changes. At the same instant, written changes come before sign-ins. */
const sources = { written: 'h', signIn: 's' } as const;
type Source = keyof typeof sources;

const and = (conditions: readonly Condition[]): Condition => sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;

/** Condition: between the days, and after the cursor of the previous page. */
const within = ({ from, to }: HistoryFilters, before: string | undefined, source: Source): Condition => {
  const [, at, of, seq] = HISTORY_CURSOR.exec(before ?? '') ?? [];
  const past = (): Condition =>
    of === sources[source]
      ? sql<boolean>`(at, seq) < (${at}::timestamptz, ${seq}::bigint)`
      : sql<boolean>`at ${sql.raw(source === 'written' ? '<' : '<=')} ${at}::timestamptz`;
  return and([
    ...(from ? [sql<boolean>`at >= ${startOfDay(from)}::timestamptz`] : []),
    ...(to ? [sql<boolean>`at < ${startOfDay(to, 1)}::timestamptz`] : []),
    ...(at ? [past()] : []),
  ]);
};

const order = sql`order by at desc, seq desc`;
export const columns = sql`'h' as source, seq, at, actor, entity, entity_id, action, label, fields`;

/** All stored pairs of kind and action, those of newer versions too (E-2A). Reads one index row a pair. */
const writtenPairs = ({ kind, action }: HistoryFilters): RawBuilder<unknown> => {
  const ofKind = kind === undefined ? sql`true` : sql`entity = ${kind}`;
  return sql`(
    with recursive pair (its_kind, its_action) as (
      (select entity, action from history where ${ofKind} order by entity, action limit 1)
      union all
      select next.entity, next.action from pair cross join lateral (
        select entity, action from history where (entity, action) > (its_kind, its_action) and ${ofKind} order by entity, action limit 1) next)
    select its_kind, its_action from pair${action === undefined ? sql`` : sql` where its_action = ${action}`})`;
};

const imported = importActors.map((actor) => sql.lit(actor));
/**
 * Condition: changes that no import wrote, and the imports themselves. It has to be written exactly like the predicate of its partial
 * index, or the planner does not use it.
 */
const byHand = sql<boolean>`(actor not in (${sql.join(imported)}) or entity = 'import')`;

/**
 * Selects the newest rows of the history. An index on (kind, action) returns the newest rows of each pair, and the newest of those are
 * used, so that the number of rows read stays small in a large history (HIST-08). With a text or a field filter the planner chooses the
 * index by selectivity, unless one person's changes to one kind are few enough.
 */
const written = (filters: HistoryFilters, { before, most, isFolded }: Portion): RawBuilder<unknown> => {
  const { person, kind, item, action, text, field } = filters;
  const matches = and([
    within(filters, before, 'written'),
    ...(person === undefined ? [] : [sql<boolean>`actor = ${person}`]),
    ...(item === undefined ? [] : [sql<boolean>`entity_id = ${item}`]),
    ...(text === undefined ? [] : [foldedContains(sql`folded(label)`, text)]),
    ...(field === undefined ? [] : [changesField(field)]),
    ...(isFolded && person === undefined ? [byHand] : []),
  ]);
  if ((text !== undefined || field !== undefined) && (person === undefined || kind === undefined))
    return sql`select ${columns} from history where ${and([
      ...(kind === undefined ? [] : [sql<boolean>`entity = ${kind}`]),
      ...(action === undefined ? [] : [sql<boolean>`action = ${action}`]),
      matches,
    ])} ${order} limit ${most}`;
  return sql`select newest.* from ${writtenPairs(filters)} pair cross join lateral (
      select ${columns} from history where entity = its_kind and action = its_action and ${matches} ${order} limit ${most}) newest`;
};

/** The changes that match, with each import as one row. A program writes nothing but imports, and a kind is imported by its list. */
const writtenFolded = (filters: HistoryFilters, portion: Portion): RawBuilder<unknown>[] => {
  const { person, kind } = filters;
  const list = kind && importLists[kind];
  const isProgram = importActors.some((actor) => actor === person);
  const ofImports = list === undefined ? { ...filters, kind: 'import' as const } : { ...filters, kind: 'import' as const, item: list };
  return [
    ...(isProgram ? [] : [written(filters, portion)]),
    ...(list !== undefined || (isProgram && (kind === undefined || kind === 'import')) ? [written(ofImports, portion)] : []),
  ];
};

/** The changes that an import wrote: those of its program since the previous import, because imports run one at a time. */
const importedBy = (seq: string, { before, most }: Portion): RawBuilder<unknown> => {
  const its = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select ${column} from history where seq = ${seq}::bigint and entity = 'import')`;
  const former = (column: RawBuilder<unknown>, none: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
    select ${column} from history where entity = 'import' and action = 'import' and (at, seq) < (${its(sql`at`)}, ${its(sql`seq`)}) ${order} limit 1), ${none})`;
  return sql`select ${columns} from history where actor = ${its(sql`actor`)} and entity <> 'import'
    and (at, seq) < (${its(sql`at`)}, ${its(sql`seq`)})
    and (at, seq) > (${former(sql`at`, sql`'-infinity'`)}, ${former(sql`seq`, sql`0`)})
    and ${within({ text: undefined }, before, 'written')} ${order} limit ${most}`;
};

const signIns = (filters: HistoryFilters, { before, most }: Portion): RawBuilder<unknown> => sql`
  select 's' as source, seq, at, person as actor, 'session' as entity, store_id as entity_id, 'signIn' as action, null as label, 0 as fields from staff_login
  where ${and([
    within(filters, before, 'signIn'),
    ...(filters.person === undefined ? [] : [sql<boolean>`person = ${filters.person}`]),
    ...(filters.item === undefined ? [] : [sql<boolean>`store_id = ${filters.item}`]),
  ])} ${order} limit ${most}`;

/** True if the filters can match sign-ins, which have no name and change no field. */
const asksSignIns = ({ kind, action, text, field }: HistoryFilters): boolean =>
  text === undefined && field === undefined && (kind === undefined || kind === 'session') && (action === undefined || action === 'signIn');

/** The columns of a history row that the list displays. */
export const shown = sql`
  case source when 's' then 's' else '' end || seq as _id,
  ${instantOf(sql`at`)} as at,
  json_build_object('id', actor, 'name', (select n.name from staff_name n where n.person = actor)) as person,
  entity as kind, entity_id as item, action, coalesce(fields, 0) as fields,
  case when source = 'h' then label else (select ${nameWithCityOf(sql.ref<string>('name'), sql.ref<string>('city'))} from store where id = entity_id) end as label,
  coalesce((select last.action = 'delete' from history last where last.entity = found.entity and last.entity_id = found.entity_id
    order by last.at desc, last.seq desc limit 1), false) as deleted,
  case entity when 'notification' then exists (select 1 from notification n where n.id = entity_id and n.safety) else false end as safety,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || source || seq as place`;

/** A page of matching changes; of an import only its items. */
export type PageQuery = {
  filters: HistoryFilters;
  /** The cursor of the previous page. */
  before?: string | undefined;
  /** Rows of a page. */
  most: number;
  /** Shows an import as one row (E-6D). */
  isFolded?: boolean;
  importedBy?: string | undefined;
  /** Adds the summary of each change. */
  hasSummaries?: boolean;
};

const sourcesOf = ({ filters, isFolded = false, ...query }: PageQuery, portion: Omit<Portion, 'isFolded'>): RawBuilder<unknown>[] => {
  if (query.importedBy !== undefined) return [importedBy(query.importedBy, { ...portion, isFolded: false })];
  const { kind, item, action, text, field } = filters;
  const folds = isFolded && [item, action, text, field].every((one) => one === undefined);
  const all = { ...portion, isFolded: folds };
  return [
    ...(kind === 'session' ? [] : folds ? writtenFolded(filters, all) : [written(filters, all)]),
    ...(asksSignIns(filters) ? [signIns(filters, all)] : []),
  ];
};

/** The values of a row of a page. */
const ofRow = sql`(select changes from history h where h.seq = found.seq)`;

/** Returns a page of matching changes, newest first. */
export const historyPage = async (db: Db, query: PageQuery): Promise<HistoryPage> => {
  const { filters, most } = query;
  const parts = sourcesOf(query, { before: query.before, most: most + 1 });
  if (parts.length === 0) return { items: [], next: null };
  const { rows } = await sql<PageRow>`
    select ${shown}, ${query.hasSummaries ? summaryOf(ofRow, filters.field) : sql`null`} as summary from (
      select * from (${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` union all `,
      )}) every order by at desc, source, seq desc limit ${most + 1}
    ) found order by found.at desc, source, seq desc`.execute(db);
  const items = rows.slice(0, most);
  return { items, next: rows.length > most ? (items.at(-1)?.place ?? null) : null };
};
