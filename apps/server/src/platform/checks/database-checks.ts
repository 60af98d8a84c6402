import type pg from 'pg';
import { CLOCK_OFF_MS } from '../db/database-clock.ts';
import { COLLATION, EXTENSIONS, OLDEST_POSTGRES } from '../db/migration-needs.ts';
import { connectedProcesses } from './connected-processes.ts';
import { type CheckResult, ok, wrong } from './finding.ts';
import type { Queryable } from './queryable.ts';

/** Connections of each process besides its pool: for leases, and for notifications. */
const BESIDE_POOL: Readonly<Record<string, number>> = { 'admin-api': 0, 'app-api': 1, 'push-worker': 2 };

/** Returns the only row of a result. */
export const one = async <T extends pg.QueryResultRow>(client: Queryable, statement: string, values: unknown[] = []): Promise<T> => {
  const { rows } = await client.query<T>(statement, values);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0];
};

/** Checks that the server runs a supported version of PostgreSQL. */
export const checkVersion = async (client: Queryable): Promise<CheckResult> => {
  const { version, number } = await one<{ version: string; number: number }>(
    client,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  return number >= OLDEST_POSTGRES * 10_000
    ? ok(version)
    : wrong(`${version}, which is older than ${OLDEST_POSTGRES}`, `upgrade the server to ${OLDEST_POSTGRES} or later`);
};

export const checkExtensions = async (client: Queryable): Promise<CheckResult> => {
  const { missing } = await one<{ missing: string[] }>(
    client,
    `select array(select name from unnest($1::text[]) name where name not in (select extname from pg_extension)) as missing`,
    [EXTENSIONS],
  );
  return missing.length === 0
    ? ok(EXTENSIONS.join(', '))
    : wrong(
        `${missing.join(', ')} missing`,
        'run the migrations as a role that may create extensions (postgresql-contrib has to be installed on the server)',
      );
};

/** Checks that a Polish collation exists, and that its version has not changed since the indexes were built. */
export const checkCollation = async (client: Queryable): Promise<CheckResult> => {
  const { encoding, database, stale } = await one<{ encoding: string; database: string; stale: boolean }>(
    client,
    `select pg_encoding_to_char(encoding) as encoding, datname as database,
       datcollversion is distinct from pg_database_collation_actual_version(oid) as stale from pg_database where datname = current_database()`,
  );
  if (encoding !== 'UTF8')
    return wrong(`the database is encoded in ${encoding}`, "create it again with: create database … encoding 'UTF8'");
  const { rows } = await client.query<{ stale: boolean }>(
    'select collversion is distinct from pg_collation_actual_version(oid) as stale from pg_collation where collname = $1',
    [COLLATION],
  );
  if (!rows[0])
    return wrong(
      `there is no collation ${COLLATION}`,
      "use a PostgreSQL that was built with ICU (Debian’s is), or: select pg_import_system_collations('pg_catalog')",
    );
  if (stale || rows[0].stale)
    return wrong(
      'the library that sorts is another version than when the indexes were built, so that lists may miss rows',
      `reindex database ${database}; alter database ${database} refresh collation version; alter collation "${COLLATION}" refresh version`,
    );
  return ok(`UTF8, ${COLLATION}`);
};

/** `aheadMs`: how far the clock of this machine is ahead of the database's. */
export const judgeClock = (aheadMs: number): CheckResult => {
  const says = `the database's clock is ${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} this machine's`;
  return Math.abs(aheadMs) <= CLOCK_OFF_MS ? ok(says) : wrong(says, 'keep both in time: chrony or systemd-timesyncd on every machine');
};

/** Kinds of the connected processes; one of each kind if none is connected. */
const poolsOf = async (client: Queryable): Promise<{ kinds: string[]; says: string }> => {
  const kinds = (await connectedProcesses(client)).map(({ process }) => process).filter((process) => process in BESIDE_POOL);
  if (kinds.length === 0) return { kinds: Object.keys(BESIDE_POOL), says: 'one of each process' };
  const counts = Object.entries(Object.groupBy(kinds, (kind) => kind)).map(([kind, same]) => `${same?.length} ${kind}`);
  return { kinds, says: `the processes that are connected (${counts.join(', ')})` };
};

/** Checks that the server's, database's and role's limits allow all connections. Pool size 0: behind a pooler, which has its own. */
export const checkPool = async (client: Queryable, poolSize: number): Promise<CheckResult> => {
  const { most, used } = await one<{ most: number; used: number }>(
    client,
    `select least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
         (select nullif(datconnlimit, -1) from pg_database where datname = current_database()), (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as most,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  );
  const { kinds, says: who } = await poolsOf(client);
  const needed = kinds.reduce((sum, kind) => sum + poolSize + (BESIDE_POOL[kind] ?? 0), 0);
  const past = poolSize === 0 ? ' past the pooler' : '';
  const says = `${who} may open ${needed} connections${past} of the ${most} that there are; ${used} are open`;
  return needed <= most
    ? ok(says)
    : wrong(says, 'raise max_connections (or the limit of the database or the role), or lower ENDCAP_DATABASE_POOL_SIZE');
};
