import { USAGE_NAMES, type Usage } from '@endcap/contract/core';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** Counts the users of a thing and returns the first of them. `users` selects their `id` (null: no page) and `name`, in order. */
export const usageBy = async (db: QueryExecutorProvider, kind: Usage['kind'], users: RawBuilder<unknown>): Promise<Usage> => {
  const { rows } = await sql<Omit<Usage, 'kind'>>`
    select count(*)::int as count, coalesce(json_agg(json_build_object('id', id, 'name', name) order by n) filter (where n <= ${USAGE_NAMES}), '[]') as items
    from (select id, name, row_number() over () as n from (${users}) users) numbered`.execute(db);
  return { kind, count: rows[0]?.count ?? 0, items: rows[0]?.items ?? [] };
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/**
 * Returns a condition: the text contains any of many deep links. Extracts the links of the text once, so that the cost does not grow with
 * the number of links.
 */
const leadsToAny = (text: RawBuilder<unknown>, links: readonly string[]): RawBuilder<boolean> => {
  const [scheme = ''] = /^[^:]*:\/\//.exec(links[0] ?? '') ?? [];
  return sql<boolean>`(strpos(${text}, ${scheme}) > 0 and exists (
    select from regexp_matches(${text}, ${`(${escaped(scheme)}[a-z0-9]+)`}, 'g') found where found[1] = any(${links}::text[])))`;
};

/**
 * Returns a condition: the text contains a deep link to any page of the target of `leading`. The link must not continue as a longer one.
 * Most texts do not contain it, so `strpos` runs before the pattern. Of several links of one scheme, any of them suffices.
 */
export const leadsTo = (text: RawBuilder<unknown>, leading: string | readonly string[]): RawBuilder<boolean> => {
  const links = [leading].flat();
  const [link = ''] = links;
  if (links.length !== 1) return leadsToAny(text, links);
  return sql<boolean>`(strpos(${text}, ${link}) > 0 and ${text} ~ ${`${escaped(link)}($|[^a-z0-9])`})`;
};
