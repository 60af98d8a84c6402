import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../ids.ts';
import { copyIn, copyOut } from './copy-streams.ts';

const name = `copy_${newId()}`;
const url = (database: string): string => inject('databaseUrl').replace('DATABASE', database);
const server = new pg.Client({ connectionString: url('postgres') });
const client = new pg.Client({ connectionString: url(name) });
beforeAll(async () => {
  await server.connect();
  await server.query(`create database ${name}`);
  await client.connect();
  await client.query('create table original (n int, text text)');
  await client.query('create table copy (n int, text text)');
});
afterAll(async () => {
  await client.end();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

const count = async (): Promise<number> => (await client.query<{ n: number }>('select count(*)::int as n from copy')).rows[0]?.n ?? -1;

test('many rows and very long ones are copied unchanged, also by a slow reader', { tags: ['OPS-04'] }, async () => {
  await client.query(`insert into original select n, repeat(chr(65 + n % 26), n % 300) from generate_series(1, 50000) n`);
  await client.query(`insert into original select n, repeat('ż', 400000) from generate_series(1, 3) n`);
  const pieces: Buffer[] = [];
  for await (const piece of copyOut(client, 'copy original to stdout')) {
    await new Promise((resolve) => setImmediate(resolve));
    pieces.push(piece);
  }
  await pipeline(pieces, (rows: AsyncIterable<Buffer>) => copyIn(client, 'copy copy from stdin', rows));
  const { rows } = await client.query('select * from original except all select * from copy');
  expect([await count(), rows]).toEqual([50_003, []]);
});

test('an aborted copy stores nothing, errors of the server are thrown, and the connection stays usable', { tags: ['OPS-04'] }, async () => {
  await client.query('truncate copy');
  const breaksOff = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('1\tone\n');
    throw new Error('broken off');
  };
  await expect(copyIn(client, 'copy copy from stdin', breaksOff())).rejects.toThrow('broken off');
  expect(await count()).toBe(0);
  const refused = async function* (): AsyncGenerator<Buffer> {
    for (let n = 0; n < 2_000; n += 1) yield Buffer.from(n === 3 ? 'x\ty\n' : `${n}\t${'z'.repeat(5_000)}\n`);
  };
  await expect(copyIn(client, 'copy copy from stdin', refused())).rejects.toThrow('invalid input syntax for type integer: "x"');
  await expect(copyIn(client, 'copy nowhere from stdin', refused())).rejects.toThrow('relation "nowhere" does not exist');
  await expect(copyOut(client, 'copy nowhere to stdout').toArray()).rejects.toThrow('relation "nowhere" does not exist');
  expect(await count()).toBe(0);
});
