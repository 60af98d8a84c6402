import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { withoutSettings } from '../launch/own-environment.ts';
import { WORKER_FLAGS } from '../launch/worker-flags.ts';
import { type DeliveryWorld, deliveryWorld } from '../test/delivery-world.ts';
import { keepCalling, type CallResult } from '../test/keep-calling.ts';
import { nodesIn } from '../test/two-nodes.ts';
import { callsOfADay } from './calls-of-a-day.ts';
import { packLastRelease, packNextVersion } from './packed-server.ts';

const [DEVICES, STORES, CALLERS] = [12_000, 2, 2];
/** Calls between one step and the next: every kind of them, twice over. */
const SOME = 40;
const before = mkdtempSync(join(tmpdir(), 'endcap-release-'));
const after = mkdtempSync(join(tmpdir(), 'endcap-next-'));
let world: DeliveryWorld;

/** Runs `migrate` of some code as an operator does; its exit code. */
const migrateWith = async (code: string, settings: Readonly<Record<string, string>>): Promise<unknown> => {
  const child = fork(`${code}/apps/server/src/processes/migrate.ts`, {
    env: { ...withoutSettings(process.env), ...settings },
  });
  return (await once(child, 'exit'))[0];
};
const stepsOf = (code: string): string[] => readdirSync(`${code}/apps/server/migrations`).filter((name) => name.endsWith('.sql'));
const applied = async (): Promise<string[]> =>
  (await world.pool.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(({ name }) => `${name}.sql`);
/** Phones of a send that have no outcome yet. */
const pendingOf = async (id: string): Promise<number> => {
  const statement = 'select coalesce(sum(pending), -1)::int as pending from fan_out_chunk where notification_id = $1';
  return (await world.pool.query<{ pending: number }>(statement, [id])).rows[0]?.pending ?? -1;
};
/** Phones that are sent to; those that arrive meanwhile have no address yet. */
const audienceOf = async (store?: string): Promise<number> => {
  const statement = 'select 1 from device_subscription where store_id = $1 and device_seq <= $2';
  return store ? ((await world.pool.query(statement, [store, DEVICES])).rowCount ?? 0) : DEVICES;
};
const startWorker = (code: string) => world.startWorker({ ENDCAP_PUSH_LANES: '1' }, WORKER_FLAGS, code);

beforeAll(async () => {
  packLastRelease(before);
  packNextVersion(after);
  world = await deliveryWorld({
    devices: DEVICES,
    stores: STORES,
    makeSchema: async (settings) => expect(await migrateWith(before, settings)).toBe(0),
  });
  await world.pool.query('update device set is_tester = true where seq <= 2');
});
afterAll(async () => {
  await world.close();
  for (const folder of [before, after]) rmSync(folder, { recursive: true });
});

test(
  'an upgrade from the last release and the way back fail no call and lose no send, while migrations run and nodes of both serve',
  { tags: ['OPS-05', 'D-22'], timeout: 900_000 },
  async () => {
    const nodes = await nodesIn(world, inject('nginx'), { code: before, drainSeconds: 1 });
    const { flows, send, over } = await callsOfADay(nodes.front, world, DEVICES);
    const calls = keepCalling(flows, CALLERS, 'new');
    onTestFinished(calls.stop);
    onTestFinished(nodes.front.stop);
    const missed = (): CallResult[] => calls.met.filter(({ what }) => typeof what === 'string' || what >= 300);
    let worker = await startWorker(before);

    /** Every phone of the audience was sent to once. */
    const isSent = async (id: string, store?: string): Promise<void> => {
      await world.finished(id);
      const [{ devices, sends }, audience] = [await world.ledger(id), await audienceOf(store)];
      expect({ devices, sends }).toEqual({ devices: audience, sends: audience });
      over.push(id);
    };
    const replaceWorker = async (code: string): Promise<unknown> => {
      const [other, ended] = [await startWorker(code), once(worker, 'exit')];
      worker.kill('SIGTERM');
      worker = other;
      return (await ended)[0];
    };
    /** Every node and the worker by those of other code, one after the other, while a send is under way. */
    const replaceAll = async (code: string, store?: string): Promise<void> => {
      // So slow that it lasts for as long as it takes.
      await world.behave({ latencyMs: 6_000 });
      const id = await send(calls.ask, store);
      await expect.poll(() => pendingOf(id)).toBeGreaterThan(0);
      expect(await Promise.all([nodes.replace(0, code), replaceWorker(code)])).toEqual([[0, 0], 0]);
      await calls.more(SOME);
      expect(missed()).toEqual([]);
      expect(await nodes.replace(1, code)).toEqual([0, 0]);
      await calls.more(SOME);
      expect(await pendingOf(id)).toBeGreaterThan(0);
      await world.behave({ latencyMs: 0 });
      await isSent(id, store);
    };

    await isSent(await send(calls.ask, 'store2'), 'store2');
    await calls.more(SOME);
    expect(await migrateWith(after, world.settings)).toBe(0);
    expect(await applied()).toEqual(stepsOf(after));
    expect(stepsOf(after).length).toBeGreaterThan(stepsOf(before).length);
    await calls.more(SOME);
    await replaceAll(after);
    // The version before leaves the schema as it has become.
    expect(await migrateWith(before, world.settings)).toBe(0);
    expect(await applied()).toEqual(stepsOf(after));
    await replaceAll(before, 'store1');
    await calls.stop();
    expect(missed()).toEqual([]);
  },
);
