import { type QueryExecutorProvider, sql } from 'kysely';

type ServerRow = { now: string; isEarlier: boolean };

/**
 * Returns a check whether the server that answers is from before a takeover that this process has seen, such as an old primary that came back. It compares
 * the server with the latest one that an earlier check found. The server itself cannot detect this, because its own data is consistent.
 */
export const createEarlierServerCheck = (db: QueryExecutorProvider): (() => Promise<boolean>) => {
  let latest: string | null = null;
  return async () => {
    const { rows } = await sql<ServerRow>`
      select incarnation() as now, coalesce(has_become(incarnation(), ${latest}::text), false) as "isEarlier"`.execute(db);
    if (rows[0] && !rows[0].isEarlier) latest = rows[0].now;
    return rows[0]?.isEarlier ?? false;
  };
};
