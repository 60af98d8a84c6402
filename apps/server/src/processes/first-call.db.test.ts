import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../test/fresh-world.ts';
import { whileHeld } from '../../test/while-held.ts';
import { endWorkerProcess, startProcess } from '../../test/worker-process.ts';
import { buildAdminApi } from '../compose-admin-api.ts';
import { freePort } from '../platform/free-port.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) await endWorkerProcess(child, 'SIGKILL');
});

type Api = 'admin-api' | 'app-api';
const start = async (name: Api) => {
  const folder = mkdtempSync(join(inject('folder'), 'page-'));
  writeFileSync(join(folder, 'index.html'), '<html></html>');
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = startProcess(name, world.databaseUrl, {
    [name === 'admin-api' ? 'ENDCAP_ADMIN_PORT' : 'ENDCAP_APP_PORT']: String(port),
    ENDCAP_METRICS_PORT: String(metricsPort),
    ENDCAP_WEB_DIR: folder,
    ENDCAP_FILES_DIR: join(folder, 'files'),
    ENDCAP_DRAIN_SECONDS: '0',
  });
  started.push(child);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const ready = Promise.race([once(child, 'message'), ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))]);
  ready.catch(() => {});
  const statusAt = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  return { child, ended, ready, ask: (path: string) => statusAt(port, path), askMetrics: () => statusAt(metricsPort, '/metrics') };
};
/** Returns whether this process waits for a lock. */
const isWaiting = async (name: Api): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and application_name like ${`endcap ${name} %`}`.execute(world.db);
  return rows.length > 0;
};
/** Runs `work` while the popups are locked. Both APIs read them at the start: the list for staff, and the content for phones. */
const whilePopupsAreHeld = <T>(work: () => Promise<T>): Promise<T> =>
  whileHeld(world.db, (trx) => sql`lock table popup in access exclusive mode`.execute(trx), work);

describe('a process that starts', { tags: ['E-7C'] }, () => {
  test.each<Api>(['admin-api', 'app-api'])(
    'as %s opens its port once it has read what the first call needs, and its metrics before',
    async (name) => {
      const { ready, ask } = await whilePopupsAreHeld(async () => {
        const process = await start(name);
        await expect.poll(() => isWaiting(name), { timeout: inject('patience').start }).toBe(true);
        // Metrics are exposed meanwhile.
        await expect.poll(() => process.askMetrics().catch(() => null)).toBe(200);
        await expect(process.ask('/healthz')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
        return process;
      });
      await ready;
      expect(await ask('/readyz')).toBe(200);
    },
  );
  test('exits with code 0 if it is stopped before that', async () => {
    const { ended } = await whilePopupsAreHeld(async () => {
      const process = await start('admin-api');
      await expect.poll(() => isWaiting('admin-api'), { timeout: inject('patience').start }).toBe(true);
      process.child.kill('SIGTERM');
      return process;
    });
    expect(await ended).toEqual([0, null]);
  });
});

test('a staff API whose lists could not be read is not ready before they are', { tags: ['E-7C'] }, async () => {
  const other = await freshWorld();
  await sql`alter table popup rename to hidden_popup`.execute(other.db);
  const api = await buildAdminApi(other.world, other.db);
  await Promise.allSettled(Object.values(api.warming).map((read) => read()));
  const missing = async (): Promise<unknown> => (await api.inject('/readyz')).json<{ missing?: string[] }>().missing;
  expect(await missing()).toEqual(['lists']);
  await sql`alter table hidden_popup rename to popup`.execute(other.db);
  await expect.poll(missing).toBeUndefined();
  await api.close();
  await other.close();
});
