import pg from 'pg';
import type { Queryable } from '../checks/queryable.ts';
import { openPool, sessionSettings } from './connection.ts';

const id = pg.escapeIdentifier;

/** Returns the settings that sessions of this connection lack, each as `name=value`. */
export const settingsMissing = async (client: Queryable): Promise<string[]> => {
  const wanted = sessionSettings();
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1::text[])',
    [Object.keys(wanted)],
  );
  return Object.entries(wanted)
    .filter(([name, value]) => rows.find((row) => row.name === name)?.setting !== value)
    .map(([name, value]) => `${name}=${value}`);
};

/** Sets on a role, in this database, the session settings that its sessions do not have yet. */
const alterRole = async (client: pg.ClientBase, role: string): Promise<void> => {
  const { rows } = await client.query<{ database: string; stored: string[] }>(
    `select current_database() as database, array(
       select unnest(setconfig) from pg_db_role_setting
       where setrole in (0, $1::text::regrole) and setdatabase in (0, (select oid from pg_database where datname = current_database()))
       order by setrole <> 0, setdatabase <> 0) as stored`,
    [id(role)],
  );
  // In PostgreSQL's order of precedence, the strongest last.
  const stored = new Map(rows[0]?.stored.map((setting) => setting.split('=', 2) as [string, string]));
  for (const [name, value] of Object.entries(sessionSettings()))
    if (stored.get(name) !== value)
      await client.query(`alter role ${id(role)} in database ${id(rows[0]?.database ?? '')} set ${name} = ${pg.escapeLiteral(value)}`);
};

/**
 * Sets the limits of statements on the role of `pooledUrl`, by way of `directUrl`. Behind a pooler in transaction mode clients share
 * sessions, so the limits have to belong to the role (OPS-09). Throws when the role may not be altered.
 */
export const setRoleSettings = async (pooledUrl: string, directUrl: string): Promise<void> => {
  const pool = openPool({ url: directUrl, poolSize: 1, onError: () => {} });
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Two processes that alter the role at once would conflict.
    await client.query(`select pg_advisory_xact_lock(hashtext('endcap role settings'))`);
    const { rows } = await client.query<{ role: string }>('select current_user::text as role');
    await alterRole(client, decodeURIComponent(new URL(pooledUrl).username) || (rows[0]?.role ?? ''));
    await client.query('commit');
  } finally {
    client.release();
    await pool.end();
  }
};
