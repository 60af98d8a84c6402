import { createHash, randomBytes } from 'node:crypto';
import { readConfig } from '../../apps/server/src/config.ts';
import { openFiles } from '../../apps/server/src/open-files.ts';
import { runDrill } from '../backup/run-drill.ts';
import { type DeliveryWorld, deliveryWorld } from '../test/delivery-world.ts';
import { gate } from './gates.ts';
import { sendToEverybody } from './inbox.ts';
import { rounded } from './statistics.ts';

const STORES = 10_000;
const FILES = 200;
const FILE_BYTES = 200_000;
const RECEIPTS_OF = 5;
const AT_MOST_SECONDS = 300;

/** Two weeks of sends to everybody, with a receipt of every fifth phone for each, and pictures. */
const furnish = async ({ pool, settings }: DeliveryWorld) => {
  await sendToEverybody(pool);
  await pool.query(
    `insert into notification_receipt (notification_id, device_seq, delivered_at)
     select notification.id, seq, now() from notification, device where seq % $1::int = 0`,
    [RECEIPTS_OF],
  );
  const stores = openFiles({ config: readConfig(settings), now: () => new Date() });
  for (let n = 0; n < FILES; n += 1) {
    const bytes = randomBytes(FILE_BYTES);
    const name = `${randomBytes(16).toString('hex')}.png`;
    await stores.storage.put(name, bytes);
    await pool.query(
      `insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at, leaving) values ($1, $2, $3, 'bench', now(), false)`,
      [name, createHash('sha256').update(bytes).digest(), bytes.length],
    );
  }
  await pool.query('vacuum analyze');
  return stores;
};

/** Seconds of each part of a drill (backup, restore with its comparisons, start and test) at `devices` phones (default 1,000,000) of 10,000 stores. */
export const benchDrill = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 1_000_000);
  const world = await deliveryWorld({ devices, stores: STORES });
  try {
    const place = { url: world.cluster.url('bench'), stores: await furnish(world) };
    const { rows } = await world.pool.query<{ megabytes: number }>(`select (pg_database_size('bench') / 1e6)::float8 as megabytes`);
    const startedAt = performance.now();
    const { manifest, seconds } = await runDrill({ place }, new AbortController().signal);
    const all = rounded((performance.now() - startedAt) / 1000);
    return {
      bench: 'drill',
      devices,
      stores: STORES,
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      databaseMegabytes: Math.round(rows[0]?.megabytes ?? 0),
      backupMegabytes: Math.round([...manifest.tables, ...manifest.files].reduce((sum, { bytes }) => sum + bytes, 0) / 1e6),
      seconds: { ...seconds, all },
      gate: gate({ all }, AT_MOST_SECONDS),
    };
  } finally {
    await world.close();
  }
};
