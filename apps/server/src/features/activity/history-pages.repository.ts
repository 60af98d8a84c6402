import { HISTORY_CURSOR, type HistoryFilters, type HistoryRow } from '@endcap/contract/history';
import { startOfDay } from '@endcap/contract/warsaw-time';
import { type RawBuilder, sql } from 'kysely';
import { foldedContains } from '../../platform/db/search.ts';
import type { DbOf } from '../../tables.ts';
import { instantOf } from '../entities/index.ts';

type Db = DbOf<'history' | 'notification' | 'staffLogin' | 'staffName' | 'store'>;
type Condition = RawBuilder<boolean>;

export type HistoryPage = { items: HistoryRow[]; next: string | null };
type Found = HistoryRow & { place: string };

/** The two places that changes are read from; of the same instant, what is written comes before who signed in. */
const sources = { written: 'h', signIn: 's' } as const;
type Source = keyof typeof sources;

const and = (conditions: readonly Condition[]): Condition => sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;

/** Between the days, and past the place where the page before ended. */
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

/**
 * What was written. Each pair of kind and action has its newest rows by an index, whatever else is asked, and of those the newest are taken:
 * so few rows are looked at however many there are (HIST-08). With a text, unless what one person did to one kind narrows it enough, the
 * planner chooses by how often the text occurs.
 */
const written = (filters: HistoryFilters, before: string | undefined, most: number): RawBuilder<unknown> => {
  const { person, kind, item, action, text } = filters;
  const asked = and([
    within(filters, before, 'written'),
    ...(person === undefined ? [] : [sql<boolean>`actor = ${person}`]),
    ...(item === undefined ? [] : [sql<boolean>`entity_id = ${item}`]),
    ...(text === undefined ? [] : [foldedContains(sql`folded(label)`, text)]),
  ]);
  if (text !== undefined && (person === undefined || kind === undefined))
    return sql`select ${columns} from history where ${and([
      ...(kind === undefined ? [] : [sql<boolean>`entity = ${kind}`]),
      ...(action === undefined ? [] : [sql<boolean>`action = ${action}`]),
      asked,
    ])} ${order} limit ${most}`;
  return sql`select newest.* from ${writtenPairs(filters)} pair cross join lateral (
      select ${columns} from history where entity = its_kind and action = its_action and ${asked} ${order} limit ${most}) newest`;
};

const signIns = (filters: HistoryFilters, before: string | undefined, most: number): RawBuilder<unknown> => sql`
  select 's' as source, seq, at, person as actor, 'session' as entity, store_id as entity_id, 'signIn' as action, null as label, 0 as fields from staff_login
  where ${and([
    within(filters, before, 'signIn'),
    ...(filters.person === undefined ? [] : [sql<boolean>`person = ${filters.person}`]),
    ...(filters.item === undefined ? [] : [sql<boolean>`store_id = ${filters.item}`]),
  ])} ${order} limit ${most}`;

/** A sign-in is called nothing. */
const asksSignIns = ({ kind, action, text }: HistoryFilters): boolean =>
  text === undefined && (kind === undefined || kind === 'session') && (action === undefined || action === 'signIn');

/** What a row shows beside itself. */
export const shown = sql`
  case source when 's' then 's' else '' end || seq as _id,
  ${instantOf(sql`at`)} as at,
  json_build_object('id', actor, 'name', (select n.name from staff_name n where n.person = actor)) as person,
  entity as kind, entity_id as item, action, coalesce(fields, 0) as fields,
  case when source = 'h' then label else (select name || ', ' || city from store where id = entity_id) end as label,
  coalesce((select last.action = 'delete' from history last where last.entity = found.entity and last.entity_id = found.entity_id
    order by last.at desc, last.seq desc limit 1), false) as deleted,
  case entity when 'notification' then exists (select 1 from notification n where n.id = entity_id and n.safety) else false end as safety,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || source || seq as place`;

/** So many changes of what is asked at most, the newest first, past a place. */
export const historyPage = async (db: Db, filters: HistoryFilters, before: string | undefined, most: number): Promise<HistoryPage> => {
  const parts = [
    ...(filters.kind === 'session' ? [] : [sql`(${written(filters, before, most + 1)})`]),
    ...(asksSignIns(filters) ? [sql`(${signIns(filters, before, most + 1)})`] : []),
  ];
  if (parts.length === 0) return { items: [], next: null };
  const { rows } = await sql<Found>`
    select ${shown} from (
      select * from (${sql.join(parts, sql` union all `)}) every order by at desc, source, seq desc limit ${most + 1}
    ) found order by found.at desc, source, seq desc`.execute(db);
  const items = rows.slice(0, most);
  return { items, next: rows.length > most ? (items.at(-1)?.place ?? null) : null };
};
