import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startCluster } from '../postgres/cluster.ts';
import { type Product, startProduct } from '../test/running-product.ts';
import { startBare } from './bare.ts';
import { fillChain } from './feed-chain.ts';
import { rawBytes } from './raw-bytes.ts';
import { median, nth, rounded } from './statistics.ts';

const ITEMS = 2_000;
const STORES = 300;
const RUNS = 3;
const ASKED_EVERY_MS = 10;

/** Milliseconds of each of as many questions as there are stores, asked at the same moment. */
const allAtOnce = (urlOf: (n: number) => string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: STORES }, async (_, n) => {
      const startedAt = performance.now();
      await rawBytes(urlOf(n), { 'accept-encoding': 'gzip, br' });
      return performance.now() - startedAt;
    }),
  );
const p99 = (values: readonly number[]): number => Math.round(nth(values, 0.99));

/** Milliseconds until every store's answer shows what was just saved, and of the slowest of them when all ask at once right after. */
const afterSave = async (client: pg.Client, urlOf: (n: number) => string): Promise<{ shown: number; asked: number }> => {
  const tagOf = async (n: number): Promise<string | null> => (await fetch(urlOf(n), { method: 'GET' })).headers.get('etag');
  const before = await tagOf(0);
  await client.query(`update content set title = title || '.' where pinned`);
  const startedAt = performance.now();
  while ((await tagOf(0)) === before) await sleep(5);
  const asked = p99(await allAtOnce(urlOf));
  return { shown: Math.round(performance.now() - startedAt), asked };
};

/** Milliseconds of the slowest of a hundred warm answers while a notification goes to `devices` by the same machine; and how many were asked. */
const duringFanOut = async ({ adminUrl, issuer }: Product, client: pg.Client, url: string, devices: number) => {
  await client.query(
    `insert into device (id, install_id, secret_hash, platform, app_version, push_kind, push_value)
     select 'bd' || n, 'bi' || n, sha256_of('bs' || n), 'android', '3.4.0', 'token', 'bt-' || n from generate_series(1, $1::int) n`,
    [devices],
  );
  await client.query('vacuum analyze device');
  const { token } = (await (await fetch(`${issuer}/sandbox/token?person=admin`)).json()) as { token: string };
  const sent = await fetch(`${adminUrl}/api/v1/notification-editor`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'bench-feed-fan-out' },
    body: JSON.stringify({
      title: 'Weekend',
      content: 'Owoce i warzywa',
      isTest: false,
      includeStoreType: 'all',
      validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  });
  if (!sent.ok) throw new Error(await sent.text());
  const { _id } = (await sent.json()) as { _id: string };
  const times: number[] = [];
  for (;;) {
    const startedAt = performance.now();
    await rawBytes(url, { 'accept-encoding': 'gzip, br' });
    times.push(performance.now() - startedAt);
    await sleep(ASKED_EVERY_MS);
    if (times.length % 50 !== 0) continue;
    const { rows } = await client.query(`select 1 from fan_out where notification_id = $1 and state = 'finished'`, [_id]);
    if (rows.length > 0) return { p99: rounded(nth(times, 0.99)), median: rounded(median(times)), asked: times.length };
  }
};

/**
 * Each store asking at once for what nobody asked before (a bare server beside it), after a save, and one asking while a notification
 * goes to `devices` (default 200,000).
 */
export const benchHerd = async ([given]: readonly string[] = []) => {
  const devices = Number(given ?? 200_000);
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  chmodSync(folder, 0o755);
  const product = await startProduct({ folder, env: { ENDCAP_SEED_DEVICES: '100', ENDCAP_APP_FEED_LIMIT: '1000000' } });
  try {
    const { url } = await startCluster({ folder, durable: true });
    const client = new pg.Client({ connectionString: url('endcap') });
    client.on('error', () => {});
    await client.connect();
    await fillChain(client, { items: ITEMS, stores: STORES });
    await sleep(1_000);

    const feed = `${product.appUrl.replace('localhost', '127.0.0.1')}/app/v1/content?appVersion=3.4.0`;
    // The asking process has to be warm itself, or it is measured.
    const health = `${product.adminUrl.replace('localhost', '127.0.0.1')}/healthz`;
    for (let n = 0; n < 3; n += 1) await allAtOnce(() => health);
    const ofStore = (n: number): string => `${feed}&storeId=bench${n + 1}`;
    const justStarted = await allAtOnce(ofStore);
    const cold: number[] = [];
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) cold.push(p99(await allAtOnce((n) => ofStore(n).replace('3.4.0', version))));
    const one = `${feed}&storeId=bench7`;
    const gzip = { 'accept-encoding': 'gzip' };
    const bytes = await rawBytes(one, gzip);
    const file = join(folder, 'bytes');
    writeFileSync(file, bytes);
    const bare = await startBare(file, { 'content-encoding': 'gzip' });
    const bareCold: number[] = [];
    for (let n = 0; n < RUNS; n += 1) bareCold.push(p99(await allAtOnce(() => bare.url)));
    bare.stop();
    const saved = await afterSave(client, ofStore);
    const fanOut = await duringFanOut(product, client, one, devices);
    await client.end();
    return {
      bench: 'herd',
      runs: RUNS,
      items: ITEMS,
      stores: STORES,
      bytes: bytes.length,
      coldP99Milliseconds: median(cold),
      bareColdP99Milliseconds: median(bareCold),
      justStartedP99Milliseconds: p99(justStarted),
      afterSave: { shownMilliseconds: saved.shown, p99Milliseconds: saved.asked },
      duringFanOut: { devices, asked: fanOut.asked, medianMilliseconds: fanOut.median, p99Milliseconds: fanOut.p99 },
    };
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
