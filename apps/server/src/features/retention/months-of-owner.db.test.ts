import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isSent, sentBefore } from '../../../test/past-sends.ts';
import { openDatabase, openPool } from '../../platform/db/connection.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { monthOf, newId, newIdOfMonth } from '../../platform/ids.ts';
import type { Database } from '../../tables.ts';
import { readDeliveryReport } from '../delivery/index.ts';
import { endWhatIsOld } from './end-what-is-old.ts';

const [OWNER, APP, OTHER] = ['owner', 'app', 'other'].map((name) => `${name}_${newId()}`) as [string, string, string];
const urlAs = (role: string, database: string): string => {
  const url = new URL(inject('databaseUrl').replace('DATABASE', database));
  [url.username, url.password] = [role, 'secret'];
  return url.href;
};

/** A database with the two roles of deploy/database.sql. */
const ownedDatabase = async (): Promise<string> => {
  const database = `owned_${newId()}`;
  const [server, inside] = ['postgres', database].map(
    (name) => new pg.Client({ connectionString: inject('databaseUrl').replace('DATABASE', name) }),
  ) as [pg.Client, pg.Client];
  await server.connect();
  for (const role of [OWNER, APP, OTHER]) await server.query(`create role ${role} login password 'secret'`);
  await server.query(`create database ${database} owner ${OWNER}`);
  onTestFinished(async () => {
    await server.query(`drop database ${database} with (force)`);
    for (const role of [OWNER, APP, OTHER]) await server.query(`drop role ${role}`);
    await server.end();
  });
  await inside.connect();
  await inside.query(`grant usage on schema public to ${APP}, ${OTHER}; grant create on schema public to ${OWNER};
    alter default privileges for role ${OWNER} in schema public grant select, insert, update, delete on tables to ${APP};
    alter default privileges for role ${OWNER} in schema public grant usage, select on sequences to ${APP}`);
  await inside.end();
  return database;
};

test(
  'the role of the processes, which owns nothing, makes months and ends them, and can drop no table; no other role can',
  { tags: ['OPS-06', 'D-29'] },
  async () => {
    const database = await ownedDatabase();
    await migrate(urlAs(OWNER, database));
    const as = (role: string) => openDatabase(openPool({ url: urlAs(role, database), poolSize: 3, onError: () => {} })) as Database;
    const [db, other] = [as(APP), as(OTHER)];
    onTestFinished(async () => void (await Promise.all([db.destroy(), other.destroy()])));
    const end = (at: Date) =>
      endWhatIsOld({
        db,
        now: () => at,
        keep: { receipts: 10, outcomes: 10, showings: 0, sendKeys: 0, threads: 0, tickets: 0, unusedDevices: 0 },
        onError: (error) => {
          throw error;
        },
      });
    const [at, afterwards] = [new Date('2087-05-20T12:00:00Z'), new Date('2087-07-01T12:00:00Z')];
    await end(at);
    const id = await sentBefore(db, { at, validUntil: at, id: newIdOfMonth(monthOf(at)) });
    await isSent(db, id);
    const report = await readDeliveryReport(db, id);
    const { rows } = await sql`select distinct tableoid::regclass::text as name from notification_receipt`.execute(db);
    expect(rows).toEqual([{ name: 'notification_receipt_208705' }]);
    for (const statement of [
      'drop table notification_receipt_208705',
      'alter table notification_receipt detach partition notification_receipt_208705',
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('must be owner');
    await expect(sql`select make_month('208801')`.execute(other)).rejects.toThrow('permission denied');
    await expect(sql`select drop_month('fan_out_chunk', '208705')`.execute(other)).rejects.toThrow('permission denied');
    // Nothing of the caller's stands in for a table of ours.
    await db.connection().execute(async (one) => {
      await sql`create temp table notification (id text, outcomes_ended_at timestamptz, receipts_ended_at timestamptz)`.execute(one);
      await expect(sql`select drop_month('fan_out_chunk', '208705')`.execute(one)).rejects.toThrow('is still needed');
      await sql`drop table pg_temp.notification`.execute(one);
    });
    expect(await end(afterwards)).toEqual({ receipts: 50, outcomes: 5 });
    expect((await sql`select to_regclass('notification_receipt_208705') as there`.execute(db)).rows).toEqual([{ there: null }]);
    expect(await readDeliveryReport(db, id)).toEqual({ ...report, outcomesEnded: true });
  },
);
