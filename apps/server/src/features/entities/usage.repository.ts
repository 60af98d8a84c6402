import { USAGE_NAMES, type Usage } from '@endcap/contract/core';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** How many of a kind use a thing, and the first of them; `users` selects their `id` (null: it has no page) and `name`, in order. */
export const usageBy = async (db: QueryExecutorProvider, kind: Usage['kind'], users: RawBuilder<unknown>): Promise<Usage> => {
  const { rows } = await sql<Omit<Usage, 'kind'>>`
    select count(*)::int as count, coalesce(json_agg(json_build_object('id', id, 'name', name) order by n) filter (where n <= ${USAGE_NAMES}), '[]') as items
    from (select id, name, row_number() over () as n from (${users}) users) numbered`.execute(db);
  return { kind, count: rows[0]?.count ?? 0, items: rows[0]?.items ?? [] };
};

/**
 * Whether a text leads to what `link` opens, whatever page of it: the link stands in it, and does not go on to be another's. In most texts it
 * stands nowhere, which is seen before a pattern is tried.
 */
export const leadsTo = (text: RawBuilder<unknown>, link: string): RawBuilder<boolean> =>
  sql<boolean>`(strpos(${text}, ${link}) > 0 and ${text} ~ ${`${link.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[^a-z0-9])`})`;
