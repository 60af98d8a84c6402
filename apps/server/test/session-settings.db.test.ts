import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { type FreshWorld, freshWorld } from './fresh-world.ts';
import { connectDatabase, connectDirectly } from '../src/context.ts';
import { newId } from '../src/platform/ids.ts';
import { openDatabase, openPool, sessionSettings, UNLIMITED } from '../src/platform/db/connection.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { settingsMissing, setRoleSettings } from '../src/platform/db/role-settings.ts';

let world: FreshWorld;
let name: string;
const onServer = async (...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('databaseUrl').replace('DATABASE', 'postgres') });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};
beforeAll(async () => {
  world = await freshWorld();
  name = new URL(world.databaseUrl).pathname.slice(1);
});
afterAll(() => world.close());

const jitOf = async <T>(db: Kysely<T>): Promise<unknown> => {
  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db);
  return rows[0]?.jit;
};

test('every connection switches JIT off, also where the database has it on', { tags: ['E-70'] }, async () => {
  await onServer(`alter database ${name} set jit = on`);
  const pool = (limits = {}) => openDatabase<unknown>(openPool({ url: world.databaseUrl, poolSize: 1, onError: () => {}, limits }));
  const plain = openDatabase<unknown>(
    new pg.Pool({
      connectionString: world.databaseUrl,
      max: 1,
      // The database is dropped at once, perhaps before the connection is closed.
      onConnect: (client) => void client.on('error', () => {}),
    }),
  );
  const ours = [pool(), pool(UNLIMITED), connectDatabase(world.world), connectDirectly(world.world)];
  expect(await jitOf(plain)).toBe('on');
  expect(await Promise.all(ours.map((db) => jitOf(db as Kysely<unknown>)))).toEqual(['off', 'off', 'off', 'off']);
  await Promise.all([plain, ...ours].map((db) => db.destroy()));
});

/** A database of an owner, and the role of its processes, which the owner may not change. */
const ownedDatabase = async () => {
  const [database, owner, app] = ['owned', 'owner', 'app'].map((word) => `${word}_${newId()}`) as [string, string, string];
  const urlAs = (role: string): string => {
    const url = new URL(inject('databaseUrl').replace('DATABASE', database));
    [url.username, url.password] = [role, 'secret'];
    return url.href;
  };
  await onServer(
    `create role ${owner} login password 'secret'`,
    `create role ${app} login password 'secret'`,
    `create database ${database} owner ${owner}`,
  );
  onTestFinished(() => onServer(`drop database ${database} with (force)`, `drop role ${owner}`, `drop role ${app}`));
  return { database, app, urlAs: { owner: urlAs(owner), app: urlAs(app) } };
};

test(
  'migrations switch JIT off for the database, so that a role behind a pooler whose other settings are there needs no administrator',
  { tags: ['E-70'] },
  async () => {
    const { database, app, urlAs } = await ownedDatabase();
    const { jit: _, ...before } = sessionSettings();
    await onServer(
      ...Object.entries(before).map(([setting, value]) => `alter role ${app} in database ${database} set ${setting} = '${value}'`),
    );
    const missing = async (): Promise<string[]> => {
      const client = new pg.Client({ connectionString: urlAs.app });
      await client.connect();
      return settingsMissing(client).finally(() => client.end());
    };
    expect(await missing()).toEqual(['jit=off']);
    await expect(setRoleSettings(urlAs.app, urlAs.owner)).rejects.toThrow(/permission denied|must have/);
    await migrate(urlAs.owner);
    expect(await missing()).toEqual([]);
    await setRoleSettings(urlAs.app, urlAs.owner);
    // A role's own setting overrides that of the database.
    await onServer(`alter role ${app} in database ${database} set jit = on`);
    expect(await missing()).toEqual(['jit=off']);
    await setRoleSettings(urlAs.app, inject('databaseUrl').replace('DATABASE', database));
    expect(await missing()).toEqual([]);
  },
);
