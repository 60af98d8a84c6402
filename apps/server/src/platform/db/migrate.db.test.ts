import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { newId } from '../ids.ts';
import { migrate } from './migrate.ts';
import { Unmigratable } from './migration-needs.ts';
import { BASELINE } from './schema-fit.ts';

const name = `migrate_${newId()}`;
const url = (database: string): string => inject('databaseUrl').replace('DATABASE', database);
const server = new pg.Client({ connectionString: url('postgres') });
const nodes = [1, 2, 3].map(() => () => migrate(url(name)));
let files: string[];
beforeAll(async () => {
  files = (await readdir(new URL('../../../migrations/', import.meta.url))).filter((file) => file.endsWith('.sql'));
  await server.connect();
  await server.query(`create database ${name}`);
});
afterAll(async () => {
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

test('applies each file once when three nodes migrate at once and some are killed half-way', { tags: ['F66'] }, async () => {
  const killed = nodes.map((node) =>
    node().then(
      () => 'done',
      () => 'killed',
    ),
  );
  const kill = async (): Promise<number> =>
    (await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and state <> 'idle'`)).rowCount ??
    0;
  await expect.poll(kill, { interval: 5 }).toBeGreaterThan(0);
  await Promise.all(killed);
  const applied = (await Promise.all(nodes.map((node) => node()))).flat();
  expect(applied.length).toBe(new Set(applied).size);
  const migrated = new pg.Client({ connectionString: url(name) });
  await migrated.connect();
  const { rows } = await migrated.query<{ name: string }>('select name from kysely_migration order by name');
  await migrated.end();
  expect(rows.map((row) => `${row.name}.sql`)).toEqual(files.toSorted());
  expect((await Promise.all(nodes.map((node) => node()))).flat()).toEqual([]);
});

/** Why a role, or the superuser, cannot migrate a new database, and what is in it afterwards. */
const refusedIn = async (options: string, { role, prepare }: { role?: string; prepare?: string } = {}) => {
  const database = `unfit_${newId()}`;
  const address = new URL(url(database));
  if (role) [address.username, address.password] = [role, 'secret'];
  await server.query(`create database ${database} ${options}`);
  if (role) await server.query(`create role ${role} login password 'secret'`);
  const inside = new pg.Client({ connectionString: url(database) });
  await inside.connect();
  try {
    if (prepare) await inside.query(prepare);
    const error: unknown = await migrate(address.href).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const { rows } = await inside.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       union all select extname::text from pg_extension where extname <> 'plpgsql'`,
    );
    return { reasons: error instanceof Unmigratable ? error.reasons : error, holds: rows.map((row) => row.name) };
  } finally {
    await inside.end();
    await server.query(`drop database ${database} with (force)`);
    if (role) await server.query(`drop role ${role}`);
  }
};

test.each(['SQL_ASCII', 'LATIN2'])('a database in %s is refused before anything is changed', { tags: ['E-7B'] }, async (encoding) => {
  expect(await refusedIn(`template template0 encoding '${encoding}' locale 'C'`)).toEqual({
    reasons: [`the database is encoded in ${encoding}: create it again with encoding 'UTF8' and template template0`],
    holds: [],
  });
});
test('a role that may not create is refused before anything is changed, with every right that it lacks', { tags: ['E-7B'] }, async () => {
  const role = `poor_${newId()}`;
  expect(await refusedIn('', { role })).toEqual({
    reasons: [
      `${role} may not create tables in the schema public: migrate as the owner of the database`,
      expect.stringMatching(`^${role} may not create the extension unaccent: grant create on database unfit_\\w+ to ${role}$`),
      expect.stringMatching(`^${role} may not create the extension pg_trgm: grant create on database unfit_\\w+ to ${role}$`),
    ],
    holds: [],
  });
});
test('another role than the one that owns the tables is refused', { tags: ['E-7B'] }, async () => {
  const role = `other_${newId()}`;
  const prepare = `create extension unaccent; create extension pg_trgm; create table kysely_migration (name text primary key);
    grant create on schema public to ${role}; grant select on kysely_migration to ${role}`;
  const { reasons } = await refusedIn('', { role, prepare });
  expect(reasons).toEqual([expect.stringMatching(`^\\w+ owns the tables, not ${role}: migrate as \\w+$`)]);
});

/** A database of its own with migrations of its own. */
const ownSteps = async () => {
  const database = `steps_${newId()}`;
  const folder = await mkdtemp(join(tmpdir(), 'endcap-steps-'));
  await server.query(`create database ${database}`);
  const [holder, caller] = [new pg.Client({ connectionString: url(database) }), new pg.Client({ connectionString: url(database) })];
  await Promise.all([holder.connect(), caller.connect()]);
  return {
    holder,
    caller,
    add: (step: string, text: string) => writeFile(join(folder, `${step}.sql`), text),
    takeAway: (step: string) => rm(join(folder, `${step}.sql`)),
    run: () => migrate(url(database), pathToFileURL(`${folder}/`)),
    end: async () => {
      await Promise.all([holder.end(), caller.end()]);
      await server.query(`drop database ${database} with (force)`);
      await rm(folder, { recursive: true });
    },
  };
};

test('the time limits of requests do not apply to migrations', { tags: ['D-22'] }, async () => {
  const { caller, add, run, end } = await ownSteps();
  const silence = vi.spyOn(Socket.prototype, 'setTimeout');
  await add(
    '0001-limits',
    // The second of them came with PostgreSQL 17.
    `create table limits as select setting from pg_settings
     where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
  );
  expect(await run()).toEqual(['0001-limits']);
  expect((await caller.query('select distinct setting from limits')).rows).toEqual([{ setting: '0' }]);
  expect(silence.mock.calls.map(([ms]) => ms)).toEqual([0]);
  await end();
});
test('the previous version leaves a newer schema as it is', { tags: ['D-22'] }, async () => {
  const { add, takeAway, run, caller, end } = await ownSteps();
  await add('0001-first', 'create table first ()');
  await add('0002-second', 'create table second ()');
  await run();
  await takeAway('0002-second');
  expect(await run()).toEqual([]);
  expect((await caller.query('select name from kysely_migration order by name')).rows).toEqual([
    { name: '0001-first' },
    { name: '0002-second' },
  ]);
  await end();
});

test(
  'a step that waits for a lock does not block requests, keeps earlier steps, and runs once the lock is free',
  { tags: ['D-22'] },
  async () => {
    const { holder, caller, add, run, end } = await ownSteps();
    await add('0001-table', 'create table busy ()');
    await run();
    await holder.query('begin; lock table busy in access share mode');
    await add('0002-other', 'create table other ()');
    await add('0003-column', 'alter table busy add late int');
    const migrated = run();
    migrated.catch(() => {});
    const waiting = async () =>
      (await caller.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount;
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    // This query queues behind the step, so the step must not wait for its lock for long.
    expect((await caller.query('select from busy')).rowCount).toBe(0);
    expect((await caller.query('select name from kysely_migration order by name')).rows).toEqual([
      { name: '0001-table' },
      { name: '0002-other' },
    ]);
    await holder.query('commit');
    expect(await migrated).toEqual(['0002-other', '0003-column']);
    await end();
  },
);

/** A step that builds an index waits for a transaction that wrote before it; its backend. */
const building = async () => {
  const steps = await ownSteps();
  const { holder, caller, add, run } = steps;
  await add('0001-table', 'create table busy (n int)');
  await run();
  await holder.query('begin; insert into busy values (1)');
  await add('0002-index', '-- By number.\ncreate index busy_by_n on busy (n);');
  const migrated = run();
  migrated.catch(() => {});
  const locks = async () =>
    (
      await caller.query<{ pid: number; mode: string }>(`select pid, l.mode from pg_locks l join pg_stat_activity using (pid)
        where relation = 'busy'::regclass and wait_event = 'virtualxid'`)
    ).rows;
  await expect.poll(locks, { interval: 5 }).toHaveLength(1);
  const isValid = async () =>
    (await caller.query<{ indisvalid: boolean }>(`select indisvalid from pg_index where indexrelid = to_regclass('busy_by_n')`)).rows[0]
      ?.indisvalid;
  return { ...steps, migrated, isValid, lock: (await locks())[0] };
};
test('a file with only indexes builds them while others write', { tags: ['F68', 'D-22'] }, async () => {
  const { holder, caller, migrated, lock, isValid, end } = await building();
  expect(lock?.mode).toBe('ShareUpdateExclusiveLock');
  expect((await caller.query('insert into busy values (2)')).rowCount).toBe(1);
  await holder.query('commit');
  expect(await migrated).toEqual(['0002-index']);
  expect(await isValid()).toBe(true);
  await end();
});
test('an index whose build was killed is built again when several nodes start at once', { tags: ['F66', 'F68'] }, async () => {
  const { holder, caller, migrated, lock, isValid, run, add, end } = await building();
  await caller.query('select pg_terminate_backend($1)', [lock?.pid]);
  await expect(migrated).rejects.toThrow();
  expect(await isValid()).toBe(false);
  await holder.query('commit');
  await add('0003-no-index', 'drop index busy_by_n;');
  expect((await Promise.all([run(), run(), run()])).flat().toSorted()).toEqual(['0002-index', '0003-no-index']);
  expect(await isValid()).toBeUndefined();
  await end();
});

describe('a database of a version before the baseline', { tags: ['D-22'] }, () => {
  const BEFORE = ['0001-stores', '0093-names-of-uploads'];
  /** Makes the schema of the baseline, recorded as made by other migrations. */
  const madeBy = async (steps: readonly string[]) => {
    const database = `before_${newId()}`;
    await server.query(`create database ${database}`);
    const inside = new pg.Client({ connectionString: url(database) });
    await inside.connect();
    onTestFinished(async () => {
      await inside.end();
      await server.query(`drop database ${database} with (force)`);
    });
    const folder = await mkdtemp(join(tmpdir(), 'endcap-baseline-'));
    await writeFile(join(folder, `${BASELINE}.sql`), '');
    await migrate(url(database), pathToFileURL(`${folder}/`));
    await rm(folder, { recursive: true });
    await inside.query('delete from kysely_migration');
    await inside.query('insert into kysely_migration select unnest($1::text[]), now()::text', [steps]);
    await inside.query(`insert into segment (name) values ('Rodzina')`);
    const recorded = async () =>
      (await inside.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(({ name }) => name);
    return { run: () => migrate(url(database)), recorded, inside };
  };
  test('keeps its rows and gets the baseline recorded, once, when it has every migration of the last of these versions', async () => {
    const { run, recorded, inside } = await madeBy(BEFORE);
    expect((await run())[0]).toBe(BASELINE);
    expect(await recorded()).toEqual([...BEFORE, ...files.map((file) => file.replace('.sql', ''))]);
    expect(await run()).toEqual([]);
    expect((await inside.query('select name from segment')).rows).toEqual([{ name: 'Rodzina' }]);
  });
  test('is refused before anything is changed when it lacks some', async () => {
    const { run, recorded } = await madeBy(BEFORE.slice(0, 1));
    await expect(run()).rejects.toThrow(
      'the database has 0001-stores, of a version before the baseline of the schema: upgrade it to the last of those versions',
    );
    expect(await recorded()).toEqual(BEFORE.slice(0, 1));
  });
});
