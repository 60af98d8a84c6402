import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, type TestContext, test } from 'vitest';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { aStoreDraft, times } from '../../apps/server/test/builders.ts';
import { withoutSettings } from '../launch/own-environment.ts';
import { findPostgres } from '../test/find-postgres.ts';
import { throwAwayWorld } from '../test/throw-away-world.ts';

const STORES = 3_000;
const TOKEN = 'service-token-of-the-tests-0123456789';
const bin = findPostgres();
let world: Awaited<ReturnType<typeof throwAwayWorld>>;
let url: string;
beforeAll(async () => {
  if (!bin) return;
  world = await throwAwayWorld({ name: 'with_jit', durable: false, bin });
  url = world.settings['DATABASE_URL'] ?? '';
  await migrate(url);
  // As in a database whose owner did not migrate it.
  await query('alter database with_jit set jit = on');
});
beforeEach((context: TestContext) => {
  if (!bin) context.skip('there is no PostgreSQL with JIT for this system');
});
afterAll(() => world?.close());

const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};
const query = <T extends pg.QueryResultRow>(statement: string): Promise<T[]> =>
  connected(async (client) => (await client.query<T>(statement)).rows);

const storesFrom = (first: number) => times(STORES, (n) => aStoreDraft({ storeNo: first + n, name: `Sklep ${first + n}` }));

test('saving a store compiles none of its statements where JIT is on', { tags: ['E-70'] }, async () => {
  const plans = await connected(async (client) => {
    const { rows } = await client.query(`select current_setting('jit') as jit, pg_jit_available() as available`);
    expect(rows, 'POSTGRES_PATH has to name a PostgreSQL that was built with JIT').toEqual([{ jit: 'on', available: true }]);
    const found: string[] = [];
    client.on('notice', ({ message = '' }) => found.push(message));
    await client.query(`load 'auto_explain'`);
    await client.query('set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log');
    await client.query(
      `insert into store (id, name, street, city, zip_code, latitude, longitude, store_no, opening_hours, store_type)
       select 'store' || n, 'Koszyk ' || n, 'ul. Długa ' || n, 'Łódź', '90-001', 52, 19, n, '6–22', 'super' from generate_series(1, 10) n`,
    );
    return found;
  });
  expect(plans.filter((plan) => plan.includes('insert into search_letter')).length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.includes('JIT:'))).toEqual([]);
});

test('a new chain imports 3,000 stores by the API where JIT is on', { tags: ['E-70'] }, async () => {
  const port = await freePort();
  await world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: String(port), ENDCAP_IMPORT_TOKENS: TOKEN });
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/import/stores`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(storesFrom(10_000)),
  });
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ imported: true, created: STORES })]);
});

test('a new chain imports 3,000 stores by npm run import where JIT is on', { tags: ['E-70'] }, async () => {
  const file = join(world.folder, 'stores.json');
  writeFileSync(file, JSON.stringify(storesFrom(20_000)));
  const child = spawn(process.execPath, ['scripts/import/main.ts', 'stores', file], {
    env: { ...withoutSettings(process.env), ...world.settings, NODE_NO_WARNINGS: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([0, expect.stringContaining(`${STORES} new, 0 changed`)]);
  expect(await query('select count(*)::int as stores from store where store_no >= 20000')).toEqual([{ stores: STORES }]);
});
