import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from '../../platform/db/connection.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { newId } from '../../platform/ids.ts';
import { ownSteps, ours } from '../../platform/db/schema-fit.ts';

const FIRST = '0055-sends-from-before';
const FILL = `
  insert into device (id, install_id, secret_hash, platform, app_version) select 'd' || n, 'i' || n, sha256_of('s' || n), 'ios', '3.4.0' from generate_series(1, 3000) n;
  insert into notification (id, title, content, is_test, valid_until, created_by, updated_by, include_store_type)
    select substr(translate(md5(n::text), '01', 'xy'), 1, 24), 'T', 'C', false, now() + interval '1 day', 'a', 'a', 'all' from generate_series(1, 20) n;
  insert into fan_out (notification_id, everyone, testers_only, store_ids) select id, true, false, '{}' from notification;
  insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
    select id, 0, 1, 500, array_agg(n), decode(repeat('01', 500), 'hex'), 0, 500 from notification, generate_series(1, 500) n group by id;
  insert into notification_receipt select n.id, seq, now(), now() from notification n, device where seq <= 1000;`;

/** Makes a database with rows, as it was before the first of these steps. */
const before = async () => {
  const name = `before_${newId()}`;
  const url = inject('databaseUrl').replace('DATABASE', name);
  const server = new pg.Client({ connectionString: inject('databaseUrl').replace('DATABASE', 'postgres') });
  await server.connect();
  await server.query(`create database ${name}`);
  const folder = mkdtempSync(join(inject('folder'), 'steps-'));
  cpSync(ours, folder, { recursive: true });
  for (const step of (await ownSteps()).filter((one) => one >= FIRST)) rmSync(join(folder, `${step}.sql`));
  await migrate(url, pathToFileURL(`${folder}/`));
  const pool = openPool({ url, poolSize: 4, onError: () => {} });
  await pool.query(FILL);
  onTestFinished(async () => {
    await pool.end();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  });
  return { url, pool };
};

test(
  'partitioning tables with rows by month does not reject concurrent writes, rewrite rows or lose any',
  { tags: ['OPS-06', 'OPS-05'] },
  async () => {
    const { url, pool } = await before();
    const files = async (tables: readonly string[]): Promise<unknown[]> =>
      (
        await pool.query(
          `select pg_relation_filenode(c.oid) as file from pg_class c where c.oid = any($1::regclass[]) or c.oid in (select indexrelid from pg_index where indrelid = any($1::regclass[])) order by 1`,
          [tables],
        )
      ).rows;
    // Later steps add columns.
    const columnsOf = async (table: string): Promise<string> => {
      const { rows } = await pool.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
        [table],
      );
      return rows.map(({ name }) => name).join(', ');
    };
    const [ofChunks, ofReceipts] = [await columnsOf('fan_out_chunk'), await columnsOf('notification_receipt')];
    const sums = async (): Promise<unknown[]> =>
      (
        await pool.query(`select 'chunk' as what, count(*)::int as n, sum(hashtextextended(row(${ofChunks})::text, 0))::text as sum from fan_out_chunk c
        union all select 'receipt', count(*)::int, sum(hashtextextended(row(${ofReceipts})::text, 0))::text from notification_receipt r where device_seq <= 1000 order by 1`)
      ).rows;
    const [then, rows] = [await files(['fan_out_chunk', 'notification_receipt']), await sums()];
    const { rows: ids } = await pool.query<{ id: string }>('select id from notification');
    let isDone = false;
    let written = 0;
    // Uses the time limits of requests: a statement that waits longer fails.
    const writing = (async () => {
      for (let seq = 1_001; !isDone || written < 50; seq += 1) {
        const { rowCount } = await pool.query(
          `insert into notification_receipt values ($1, $2, now(), null) on conflict (notification_id, device_seq) do update set delivered_at = now()`,
          [ids[seq % ids.length]?.id, 1_001 + (seq % 2_000)],
        );
        written += rowCount ?? 0;
        await pool.query('update fan_out_chunk set stalls = 0 where notification_id = $1 and no = 0', [ids[seq % ids.length]?.id]);
        await pool.query('update device set locale = null where seq = $1', [seq % 3_000]);
      }
    })();
    expect((await migrate(url)).slice(0, 3)).toEqual([FIRST, '0056-sends-from-before-are-sure', '0057-sends-by-month']);
    isDone = true;
    await writing;
    expect(await files(['fan_out_chunk_before', 'notification_receipt_before'])).toEqual(then);
    expect(await sums()).toEqual(rows);
    const { rows: late } = await pool.query(
      `select distinct tableoid::regclass::text as name from notification_receipt where device_seq > 1000`,
    );
    expect(late).toEqual([{ name: 'notification_receipt_before' }]);
  },
);
