import { USAGE_NAMES, type Usage } from '@endcap/contract/core';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** How many of a kind use a thing, and the first of them; `users` selects their `id` (null: it has no page) and `name`, in order. */
export const usageBy = async (db: QueryExecutorProvider, kind: Usage['kind'], users: RawBuilder<unknown>): Promise<Usage> => {
  const { rows } = await sql<Omit<Usage, 'kind'>>`
    select count(*)::int as count, coalesce(json_agg(json_build_object('id', id, 'name', name) order by n) filter (where n <= ${USAGE_NAMES}), '[]') as items
    from (select id, name, row_number() over () as n from (${users}) users) numbered`.execute(db);
  return { kind, count: rows[0]?.count ?? 0, items: rows[0]?.items ?? [] };
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Whether a text leads to what any of many links opens: what stands in it is looked for among them, however many they are. */
const leadsToAny = (text: RawBuilder<unknown>, links: readonly string[]): RawBuilder<boolean> => {
  const [scheme = ''] = /^[^:]*:\/\//.exec(links[0] ?? '') ?? [];
  return sql<boolean>`(strpos(${text}, ${scheme}) > 0 and exists (
    select from regexp_matches(${text}, ${`(${escaped(scheme)}[a-z0-9]+)`}, 'g') found where found[1] = any(${links}::text[])))`;
};

/**
 * Whether a text leads to what `link` opens, whatever page of it: the link stands in it, and does not go on to be another's. In most texts it
 * stands nowhere, which is seen before a pattern is tried. Of several links of one scheme: whether it leads to any of them.
 */
export const leadsTo = (text: RawBuilder<unknown>, leading: string | readonly string[]): RawBuilder<boolean> => {
  const links = [leading].flat();
  const [link = ''] = links;
  if (links.length !== 1) return leadsToAny(text, links);
  return sql<boolean>`(strpos(${text}, ${link}) > 0 and ${text} ~ ${`${escaped(link)}($|[^a-z0-9])`})`;
};
