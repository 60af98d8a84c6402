import type pg from 'pg';
import { CLOCK_OFF_MS, createDatabaseClock } from '../../apps/server/src/platform/db/database-clock.ts';
import { COLLATION, EXTENSIONS, OLDEST_POSTGRES } from '../../apps/server/src/platform/db/migration-needs.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { connectedProcesses } from './connected-processes.ts';
import { type Found, note, ok, wrong } from './finding.ts';

/** Connections of each process beside its pool: leases, and what it listens on. */
const BESIDE_POOL: Readonly<Record<string, number>> = { 'admin-api': 0, 'app-api': 1, 'push-worker': 2 };

const one = async <T extends pg.QueryResultRow>(client: pg.ClientBase, statement: string, values: unknown[] = []): Promise<T> => {
  const { rows } = await client.query<T>(statement, values);
  if (!rows[0]) throw new Error('PostgreSQL answered with nothing');
  return rows[0];
};

/** What is wrong with a server that takes no writes. */
export const whyReadOnly = async (client: pg.ClientBase): Promise<Found> => {
  const { isStandby } = await one<{ isStandby: boolean }>(client, 'select pg_is_in_recovery() as "isStandby"');
  return isStandby
    ? wrong(
        'the server is a standby, which takes no writes',
        'let DATABASE_URL lead to the primary, or promote this server (docs/operations/standby.md)',
      )
    : wrong(
        'the database is read-only',
        'set default_transaction_read_only to off where it is on: the database, the role or postgresql.conf',
      );
};

/** Whether this PostgreSQL is young enough. */
export const checkVersion = async (client: pg.ClientBase): Promise<Found> => {
  const { version, number } = await one<{ version: string; number: number }>(
    client,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  return number >= OLDEST_POSTGRES * 10_000
    ? ok(version)
    : wrong(`${version}, which is older than ${OLDEST_POSTGRES}`, `upgrade the server to ${OLDEST_POSTGRES} or later`);
};

/** Writes one row and rolls it back: triggers, policies and a full disk stand in no catalog. */
const tryToWrite = async (client: pg.ClientBase): Promise<void> => {
  await client.query('begin');
  await client
    .query('insert into worker_beat (worker, number, incarnation, confirmed) values ($1, 0, incarnation(), false)', [newId()])
    .finally(() => client.query('rollback'));
};

/** Whether this role may do in the database what the processes do. */
export const checkRights = async (client: pg.ClientBase): Promise<Found> => {
  const { role, mayCreate, closed, mayMakeMonths } = await one<{
    role: string;
    mayCreate: boolean;
    closed: string[];
    mayMakeMonths: boolean;
  }>(
    client,
    `select current_user::text as role, has_schema_privilege(current_schema(), 'create') as "mayCreate", array(
       select relname::text from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
         and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
       order by 1) as closed,
       coalesce(has_function_privilege(to_regprocedure('make_month(text)'), 'execute') and has_function_privilege(to_regprocedure('drop_month(text, text)'), 'execute'), true) as "mayMakeMonths"`,
  );
  if (closed.length > 0)
    return wrong(
      `${role} may not read and write ${closed.length} tables (${closed[0]} …)`,
      `let ${role} own the database, or: grant select, insert, update, delete on all tables in schema public to ${role}`,
    );
  if (!mayMakeMonths)
    return wrong(
      `${role} may not make and drop the tables of months`,
      `grant execute on function make_month(text), drop_month(text, text) to ${role}`,
    );
  await tryToWrite(client);
  return mayCreate
    ? ok(`${role} reads and writes every table`)
    : note(`${role} reads and writes every table; migrations need a role that may create in the schema`);
};

export const checkExtensions = async (client: pg.ClientBase): Promise<Found> => {
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

/** Whether Polish is sorted, and sorted as it was when the indexes were built. */
export const checkCollation = async (client: pg.ClientBase): Promise<Found> => {
  const { encoding, database, stale } = await one<{ encoding: string; database: string; stale: boolean }>(
    client,
    `select pg_encoding_to_char(encoding) as encoding, datname as database,
       datcollversion is distinct from pg_database_collation_actual_version(oid) as stale from pg_database where datname = current_database()`,
  );
  if (encoding !== 'UTF8') return wrong(`the database is encoded in ${encoding}`, "make it anew with: create database … encoding 'UTF8'");
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

/** `now`: of this machine, milliseconds. */
export const checkClock = async (client: pg.ClientBase, now: () => number): Promise<Found> => {
  const clock = createDatabaseClock({ system: now });
  await clock.measure((statement) => client.query(statement));
  const aheadMs = clock.aheadMs() ?? 0;
  const says = `the database's clock is ${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} this machine's`;
  return Math.abs(aheadMs) <= CLOCK_OFF_MS ? ok(says) : wrong(says, 'keep both in time: chrony or systemd-timesyncd on every machine');
};

/** Who opens connections: the processes that are connected, or one of each where none is. */
const poolsOf = async (client: pg.ClientBase): Promise<{ kinds: string[]; says: string }> => {
  const kinds = (await connectedProcesses(client)).map(({ process }) => process).filter((process) => process in BESIDE_POOL);
  if (kinds.length === 0) return { kinds: Object.keys(BESIDE_POOL), says: 'one of each process' };
  const counts = Object.entries(Object.groupBy(kinds, (kind) => kind)).map(([kind, same]) => `${same?.length} ${kind}`);
  return { kinds, says: `the processes that are connected (${counts.join(', ')})` };
};

/** Whether the server, the database and the role let the processes have their connections; a pool of 0: behind a pooler, which has its own. */
export const checkPool = async (client: pg.ClientBase, poolSize: number): Promise<Found> => {
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
