import { readConnectionName } from '../build.ts';
import type { Queryable } from './queryable.ts';

type ConnectedProcess = { process: string; version: string };

/** The processes that are connected to the database, from the names of the connections of their pools. */
export const connectedProcesses = async (client: Queryable): Promise<ConnectedProcess[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity where datname = current_database() and application_name like 'endcap %'
     group by application_name, client_addr order by application_name`,
  );
  return rows.flatMap(({ name }) => readConnectionName(name) ?? []);
};
