import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../postgres/cluster.ts';
import { startProduct } from '../test/running-product.ts';
import { requestsPerSecond } from './http-load.ts';
import { median, rounded } from './median.ts';

const ITEMS = 2_000;
const STORES = 300;
const RUNS = 3;
const load = { connections: 32, seconds: 3 };

const fill = async (client: pg.Client): Promise<void> => {
  await client.query(
    `insert into store (id, name, street, city, zip_code, latitude, longitude, opening_hours, store_type)
     select 'bench' || n, 'Sklep ' || n, 'ul. Długa ' || n, 'Łódź', '90-001', 52, 21, '6–22', (array['contact', 'super', 'generalist'])[1 + n % 3] from generate_series(1, $1::int) n`,
    [STORES],
  );
  await client.query(
    `insert into content (id, content_type, name, title, prev_image, disabled, pinned, hidden_on_start, signature_hidden, clickable_when_future, version, segments, product_e_a_ns,
       include_store_type, include_stores, exclude_stores, include_store_groups, exclude_store_groups, description, publication_start, publication_end)
     select 'item' || n, 'leaflet', 'Nazwa ' || n, 'Gazetka ' || n, 'cloudinary:' || repeat('a', 32) || '.png', false, n % 50 = 0, false, false, false,
       case when n % 3 = 0 then '>= 3.2.0' else '' end, '{}', '{}', case when n % 20 = 0 then 'all' else '' end,
       case when n % 20 = 0 then '{}' else array['bench' || (1 + n % $2::int), 'bench' || (1 + n * 7 % $2::int)] end, '{}', '{}', '{}', repeat('Świeże **owoce** i warzywa. ', 8),
       now() - interval '1 day', now() + interval '10 days' from generate_series(1, $1::int) n`,
    [ITEMS, STORES],
  );
  await client.query('analyze');
};

/** An answer as it travels; fetch would decompress it. */
const rawBytes = (url: string, headers: Record<string, string>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
    }).on('error', reject);
  });

/** Milliseconds of each of as many questions as there are stores, asked at the same moment. */
const allAtOnce = (urlOf: (n: number) => string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: STORES }, async (_, n) => {
      const startedAt = performance.now();
      await rawBytes(urlOf(n), { 'accept-encoding': 'gzip, br' });
      return performance.now() - startedAt;
    }),
  );
const p99 = (values: readonly number[]): number => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0);

/** The feed's requests a second, warm, as a share of a bare server sending the same bytes in the same run; and 300 stores asking at once, cold. */
export const benchFeed = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  chmodSync(folder, 0o755);
  const product = await startProduct({ folder, env: { SEED_DEVICES: '100' } });
  const bareOf = async (file: string, encoding: string) => {
    const child = fork('scripts/bench/bare-server.ts', [file, encoding], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const { port } = await new Promise<{ port: number }>((resolve) => child.once('message', resolve as never));
    return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
  };
  try {
    const { url } = await startCluster({ folder, durable: true });
    const client = new pg.Client({ connectionString: url('endcap') });
    await client.connect();
    await fill(client);
    await client.end();
    await new Promise((resolve) => setTimeout(resolve, 1_000));

    const feed = `${product.appUrl.replace('localhost', '127.0.0.1')}/app/v1/content?appVersion=3.4.0`;
    // The asking process has to be warm itself, or it is measured.
    const health = `${product.adminUrl.replace('localhost', '127.0.0.1')}/healthz`;
    for (let n = 0; n < 3; n += 1) await allAtOnce(() => health);
    const cold = await allAtOnce((n) => `${feed}&storeId=bench${n + 1}`);
    const one = `${feed}&storeId=bench7`;
    const gzip = { 'accept-encoding': 'gzip' };
    const { headers } = await fetch(one, { headers: gzip });
    const tag = headers.get('etag') ?? '';
    // What is asked for again is packed better: the bare server sends what is sent in the end.
    for (let n = 0; n < 5; n += 1) await rawBytes(one, gzip);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const bytes = await rawBytes(one, gzip);
    const file = join(folder, 'bytes');
    writeFileSync(file, bytes);
    const bare = await bareOf(file, 'gzip');
    const bareCold = await allAtOnce(() => bare.url);
    const warm: number[] = [];
    const ceiling: number[] = [];
    const unchanged: number[] = [];
    const ceilingUnchanged: number[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      ceiling.push(await requestsPerSecond({ ...load, url: bare.url, headers: gzip, expect: 200 }));
      warm.push(await requestsPerSecond({ ...load, url: one, headers: gzip, expect: 200 }));
      ceilingUnchanged.push(await requestsPerSecond({ ...load, url: bare.url, headers: { 'if-none-match': '"bare"' }, expect: 304 }));
      unchanged.push(await requestsPerSecond({ ...load, url: one, headers: { 'if-none-match': tag }, expect: 304 }));
    }
    bare.stop();
    return {
      bench: 'feed',
      runs: RUNS,
      items: ITEMS,
      stores: STORES,
      bytes: bytes.length,
      perSecond: Math.round(median(warm)),
      barePerSecond: Math.round(median(ceiling)),
      shareOfBare: rounded(median(warm.map((value, n) => value / (ceiling[n] ?? 1)))),
      unchangedShareOfBare: rounded(median(unchanged.map((value, n) => value / (ceilingUnchanged[n] ?? 1)))),
      coldP99Milliseconds: p99(cold),
      bareColdP99Milliseconds: p99(bareCold),
    };
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
