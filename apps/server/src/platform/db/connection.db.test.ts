import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isDatabaseBusy, type Limits, openDatabase, openPool } from './connection.ts';
import { pingWritable } from './ping.ts';
import { ranOut } from './transaction.ts';

const url = inject('databaseUrl').replace('DATABASE', 'postgres');
/** A database behind a single connection, and the server process at its other end. */
const single = (limits: Partial<Limits> = {}) => {
  const db = openDatabase<Record<string, never>>(openPool({ url, poolSize: 1, onError: () => {}, limits }));
  onTestFinished(() => db.destroy());
  const backend = async (): Promise<number | undefined> =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  return { db, backend };
};

test.each([
  ['25006', 'create table nothing ()'],
  ['55000', 'select lastval()'],
  ['42P01', 'select from no_such_table'],
  ['42501', 'set role pg_signal_backend; select from pg_authid'],
  ['0A000', 'select count(*) from pg_class for update'],
])('a connection is closed after %s', { tags: ['E-71'] }, async (code, statement) => {
  const { db, backend } = single();
  const first = await backend();
  const within = db.transaction().setAccessMode('read only');
  await expect(within.execute((trx) => sql.raw(statement).execute(trx))).rejects.toMatchObject({ code });
  expect(await backend()).not.toBe(first);
});
test('a connection is reused after any other error', { tags: ['E-71'] }, async () => {
  const { db, backend } = single();
  const first = await backend();
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
  expect(await backend()).toBe(first);
});
test(
  'a connection that fails for want of a password is closed, so that databases can be created and dropped at once',
  { tags: ['E-71'] },
  async () => {
    const without = openPool({ url: url.replace(/:[^:@/]+@/, '@'), poolSize: 1, onError: () => {} });
    await expect(without.query('select 1')).rejects.toThrow('password must be a string');
    await without.end();
    const { db } = single({ statementMs: 20_000 });
    await sql`create database closed_at_once strategy file_copy`.execute(db);
    await sql`drop database closed_at_once with (force)`.execute(db);
  },
);
test('a ping for writes fails on a server that takes no writes, and closes the connection', { tags: ['E-71', 'OPS-08'] }, async () => {
  const { db, backend } = single();
  const first = await backend();
  await pingWritable(db);
  expect(await backend()).toBe(first);
  await sql`set default_transaction_read_only = on`.execute(db);
  await expect(pingWritable(db)).rejects.toMatchObject({ code: '25006' });
  await pingWritable(db);
  expect(await backend()).not.toBe(first);
});
test('a connection that is old enough is replaced', { tags: ['E-71', 'OPS-08'] }, async () => {
  const { backend } = single({ ageMs: 50 });
  const first = await backend();
  await expect.poll(backend).not.toBe(first);
  const { backend: ofAnother } = single({ ageMs: 3_600_000 });
  expect(await ofAnother()).toBe(await ofAnother());
});
test(
  'a transaction that PostgreSQL ends because nothing happens in it fails as busy, not as a lost database',
  { tags: ['E-28'] },
  async () => {
    const ended = Promise.withResolvers<unknown>();
    const db = openDatabase<Record<string, never>>(openPool({ url, poolSize: 1, onError: ended.resolve, limits: { idleMs: 20 } }));
    onTestFinished(() => db.destroy());
    const work = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await ended.promise;
      await sql`select 1`.execute(trx);
    });
    const error = await work.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '25P03' });
    expect([isDatabaseBusy(error), ranOut(error)?.resource]).toEqual([true, 'time']);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  },
);
