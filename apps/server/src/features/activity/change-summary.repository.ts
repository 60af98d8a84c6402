import {
  HISTORY_SHORT_ENTRY,
  HISTORY_SHORT_TEXT,
  HISTORY_SUMMARY_ENTRIES,
  HISTORY_SUMMARY_FIELDS,
  type HistorySummary,
  summaryOrder,
} from '@endcap/contract/history';
import { type RawBuilder, sql } from 'kysely';

const isLong = (value: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(jsonb_typeof(${value}) = 'string' and (length(${value} #>> '{}') > ${HISTORY_SHORT_TEXT}::int or strpos(${value} #>> '{}', chr(10)) > 0))`;
const before = sql`before`;
const after = sql`after`;

/** A value of few bytes; of others whether there was anything. */
const side = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`case
  when form = 'list' or ${value} in ('null', '""') then 'null' when form = 'value' then ${value} else 'true' end`;

const entriesOf = (value: RawBuilder<unknown>, at: 0 | 1): RawBuilder<unknown> => sql`
  select ${sql.lit(at)} as at, entry from jsonb_array_elements(case jsonb_typeof(${value}) when 'array' then ${value} else '[]' end) entry`;

/** An entry without its long parts, which a row does not show. */
const shortOf = (entry: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case jsonb_typeof(${entry}::jsonb) when 'object' then ${entry}::jsonb - '{answer,color,file}'::text[] else ${entry}::jsonb end`;

/**
 * Counts the added, removed and altered entries of a list. Includes the entries themselves where they are few and short. An entry of
 * several fields is identified by its id, day or type.
 */
const counts = sql`
  select jsonb_build_object('added', count(*) filter (where was is null), 'removed', count(*) filter (where now is null),
      'altered', count(*) filter (where was <> now))
    || case when count(*) filter (where was is distinct from now) <= ${HISTORY_SUMMARY_ENTRIES}::int
        and coalesce(max(greatest(length((${shortOf(sql`was`)})::text), length((${shortOf(sql`now`)})::text)))
          filter (where was is distinct from now), 0) <= ${HISTORY_SHORT_ENTRY}::int
      then jsonb_build_object('shown', coalesce(jsonb_agg(jsonb_build_object('was', ${shortOf(sql`was`)}, 'is', ${shortOf(sql`now`)})
        order by coalesce(was, now)) filter (where was is distinct from now), '[]'))
      else '{}' end as counts
  from (
    select min(entry::text) filter (where at = 0) as was, min(entry::text) filter (where at = 1) as now
    from (${entriesOf(before, 0)} union all ${entriesOf(after, 1)}) entries
    group by coalesce(case jsonb_typeof(entry) when 'object' then coalesce(entry ->> 'id', entry ->> 'day', entry ->> 'type') end, entry::text)
  ) entry`;

/** Fields with both values, groups of the settings part by part. */
const partsOf = (changes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from jsonb_each(${changes}) as whole (field, pair)
  cross join lateral (select coalesce(pair -> 0, 'null') as was, coalesce(pair -> 1, 'null') as now) sides
  cross join lateral (select jsonb_typeof(was) = 'object' and jsonb_typeof(now) = 'object' as is_group) groups
  cross join lateral (
    select whole.field as name, was as before, now as after where not is_group
    union all
    select whole.field || '.' || part, coalesce(was -> part, 'null'), coalesce(now -> part, 'null')
    from (
      select jsonb_object_keys(case when is_group then was else '{}' end)
      union select jsonb_object_keys(case when is_group then now else '{}' end)) named (part)
    where coalesce(was -> part, 'null') <> coalesce(now -> part, 'null')
  ) part`;

/**
 * The summary of a change (E-66): its first fields with short values. Computed only for the rows of one page; long texts do not leave the
 * database. With `field`, the summary of that field alone, for every action.
 */
export const summaryOf = (changes: RawBuilder<unknown>, field: string | undefined): RawBuilder<HistorySummary | null> => {
  const isWanted = field === undefined ? sql`action in ('update', 'import')` : sql`true`;
  const ofField = field === undefined ? sql`` : sql`where name = ${field}::text or starts_with(name, ${field}::text || '.')`;
  return sql<HistorySummary | null>`case when source = 'h' and ${isWanted} then (
    select jsonb_build_object('more', coalesce(max(total), 0) - count(*), 'fields', coalesce(jsonb_agg(
      jsonb_build_object('field', name, 'is', form, 'before', ${side(before)}, 'after', ${side(after)})
        || case form when 'list' then (${counts}) else '{}' end order by place), '[]'))
    from (
      select name, before, after, count(*) over () as total,
        row_number() over (order by array_position(${[...summaryOrder]}::text[], name), name) as place,
        case when 'array' in (jsonb_typeof(before), jsonb_typeof(after)) then 'list'
          when 'object' in (jsonb_typeof(before), jsonb_typeof(after)) then 'other'
          when ${isLong(before)} or ${isLong(after)} then 'text' else 'value' end as form
      ${partsOf(changes)} ${ofField}
    ) ranked where place <= ${HISTORY_SUMMARY_FIELDS}::int) end`;
};

/** Changes of a field, or of a part of one; found by an index. */
export const changesField = (field: string): RawBuilder<boolean> => {
  const [name, part] = field.split('.');
  const isNamed = sql<boolean>`jsonb_path_query_array(changes, '$.keyvalue().key') ? ${name}`;
  return part === undefined
    ? isNamed
    : sql<boolean>`(${isNamed} and changes #> array[${name}, '0', ${part}] is distinct from changes #> array[${name}, '1', ${part}])`;
};
