import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../ids.ts';
import { openDatabase, openPool } from './connection.ts';
import { migrate } from './migrate.ts';

const name = `migrate_${newId()}`;
const url = (database: string): string => inject('databaseUrl').replace('DATABASE', database);
const server = new pg.Client({ connectionString: url('postgres') });
const nodes = [1, 2, 3].map(() => openDatabase(openPool({ url: url(name), poolSize: 2, onError: () => {} })));
let files: string[];
beforeAll(async () => {
  files = (await readdir(new URL('../../../migrations/', import.meta.url))).filter((file) => file.endsWith('.sql'));
  await server.connect();
  await server.query(`create database ${name}`);
});
afterAll(async () => {
  await Promise.all(nodes.map((db) => db.destroy()));
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

test('F66: three nodes migrate at once, some are killed half-way, and again: each file is applied once', async () => {
  const killed = nodes.map((db) =>
    migrate(db).then(
      () => 'done',
      () => 'killed',
    ),
  );
  const kill = async (): Promise<number> =>
    (await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and state <> 'idle'`)).rowCount ??
    0;
  await expect.poll(kill, { interval: 5 }).toBeGreaterThan(0);
  await Promise.all(killed);
  const applied = (await Promise.all(nodes.map((db) => migrate(db)))).flat();
  expect(applied.length).toBe(new Set(applied).size);
  for (const db of nodes.slice(0, 1)) {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map((row) => `${row.name}.sql`)).toEqual(files.toSorted());
  }
  expect((await Promise.all(nodes.map((node) => migrate(node)))).flat()).toEqual([]);
});
