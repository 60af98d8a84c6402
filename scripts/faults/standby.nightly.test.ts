import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { resumeFanOut } from '../../apps/server/src/features/delivery/index.ts';
import { gatewayAt } from '../../apps/server/test/fresh-world.ts';
import { ownGateway } from '../../apps/server/test/own-gateway.ts';
import { endWorkerProcess, startWorkerProcess } from '../../apps/server/test/worker-process.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { readReplication, type Replication } from '../../apps/server/src/platform/db/replication.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { connectDatabase } from '../../apps/server/src/context.ts';
import { checkStandby } from '../../apps/server/src/platform/checks/session-checks.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { acceptSend, addPhones } from '../test/delivery-world.ts';
import { ask, type PrimaryAndStandby, primaryAndStandby } from '../test/primary-and-standby.ts';

const PHONES = 12_000;
const ID = 'weekend';
/** Most messages in flight, whose outcomes were not acknowledged when the server died. */
const UNDER_WAY = 16 * 2 * 100;

let own: Awaited<ReturnType<typeof ownGateway>>;
const gateway = gatewayAt(() => own.controlUrl);
beforeAll(async () => {
  own = await ownGateway();
});
afterAll(() => own.stop());

const poolOn = (cluster: Cluster): pg.Pool => {
  const pool = new pg.Pool({ connectionString: cluster.url('endcap'), max: 2 });
  pool.on('error', () => {});
  return pool;
};
const kyselyOn = (cluster: Cluster) =>
  connectDatabase({
    config: readConfig({
      DATABASE_URL: cluster.url('endcap'),
      ENDCAP_OIDC_ISSUER: 'https://id.example',
      ENDCAP_OIDC_CLIENT_ID: 'c',
      ENDCAP_OIDC_AUDIENCE: 'a',
    }),
    log: createLog('silent', 'test'),
    now: () => new Date(),
  });

type FanOut = { paused: string | null; finished: boolean; incarnation: string; successful: number; pending: number };
const fanOutOn = async (cluster: Cluster, id = ID): Promise<FanOut | undefined> => {
  const [row] = await ask<FanOut>(
    cluster,
    `select pause_reason as paused, finished_at is not null as finished, incarnation,
       (select coalesce(sum(successful), 0)::int from fan_out_chunk c where c.notification_id = f.notification_id) as successful,
       (select coalesce(sum(pending), 0)::int from fan_out_chunk c where c.notification_id = f.notification_id) as pending
     from fan_out f where notification_id = '${id}'`,
  );
  return row;
};
const ledger = () => gateway.ledger(ID);
const sentMoreThan = (sends: number) => expect.poll(async () => (await ledger()).sends, { timeout: 120_000 }).toBeGreaterThan(sends);
/** Accepts another send and waits until it is finished. */
const sendAnother = async (cluster: Cluster, id: string): Promise<void> => {
  const [pool, db] = [poolOn(cluster), kyselyOn(cluster)];
  await acceptSend(pool, db, id).finally(() => Promise.all([pool.end(), db.destroy()]));
  await expect.poll(async () => (await fanOutOn(cluster, id))?.finished, { timeout: 240_000 }).toBe(true);
};
/** Expects the fan-out to be paused as `restored` and to send nothing more, while another send is delivered. */
const waitsForAPerson = async (cluster: Cluster, id = ID): Promise<void> => {
  await expect.poll(async () => (await fanOutOn(cluster, id))?.paused, { timeout: 120_000 }).toBe('restored');
  // Once another send is finished, messages in flight at the time of the pause have arrived.
  await sendAnother(cluster, `${id}-before`);
  const { sends } = await ledger();
  // Another send finishes, so the worker is running and has paused only this one.
  await sendAnother(cluster, `${id}-after`);
  expect((await ledger()).sends).toBe(sends);
};

/** Starts both servers and a worker, accepts a send to all phones on the primary, and waits until a part of it is sent. */
const inMidSend = async (before: (servers: PrimaryAndStandby) => Promise<void> = async () => {}) => {
  const servers = await primaryAndStandby();
  await gateway.behave({ latencyMs: 150 });
  await fetch(`${own.controlUrl}/clear`, { method: 'POST' });
  const worker = startWorkerProcess(servers.url, { ...own.env, ENDCAP_PUSH_LANES: '4' });
  onTestFinished(async () => {
    await endWorkerProcess(worker, 'SIGKILL');
    await servers.close();
  });
  await before(servers);
  const [pool, db] = [poolOn(servers.primary()), kyselyOn(servers.primary())];
  await addPhones(pool, PHONES);
  await acceptSend(pool, db, ID);
  await Promise.all([pool.end(), db.destroy()]);
  await sentMoreThan(1_500);
  return servers;
};
/** Runs the doctor's check of the primary's standby. */
const saidOf = async (cluster: Cluster): Promise<{ state: string; says: string }> => {
  const client = new pg.Client({ connectionString: cluster.url('endcap') });
  await client.connect();
  return checkStandby(client).finally(() => client.end());
};
/** Reads the replication metrics. */
const replicationOf = async (cluster: Cluster): Promise<Replication> => {
  const db = kyselyOn(cluster);
  return readReplication(db).finally(() => db.destroy());
};
const takeOver = async (servers: PrimaryAndStandby): Promise<void> => {
  await servers.promote();
  servers.leadTo(servers.standby());
};

test(
  'a synchronous standby resumes an open send by itself after failover, and the former primary sends nothing',
  { tags: ['OPS-08', 'F53'] },
  async () => {
    const servers = await inMidSend((both) => both.synchronous());
    expect(await saidOf(servers.primary())).toEqual({
      state: 'ok',
      says: 'every commit waits for standby: when it takes over, an open send goes on by itself',
    });
    await servers.crashPrimary();
    await takeOver(servers);
    await expect.poll(async () => (await fanOutOn(servers.standby()))?.finished, { timeout: 240_000 }).toBe(true);
    expect(await fanOutOn(servers.standby())).toMatchObject({ paused: null, successful: PHONES, pending: 0 });
    const sent = await ledger();
    expect(sent).toMatchObject({ devices: PHONES, visibleAtMost: 1 });
    expect(sent.sends).toBeLessThanOrEqual(PHONES + UNDER_WAY);

    await servers.startPrimaryAgain();
    expect(await fanOutOn(servers.primary())).toMatchObject({ paused: null, finished: false });
    // With synchronous replication it could not commit without its standby.
    await servers.asynchronous();
    servers.leadTo(servers.primary());
    await expect.poll(async () => (await fanOutOn(servers.primary()))?.paused, { timeout: 120_000 }).toBe('restored');
    expect((await ledger()).sends).toBe(sent.sends);
  },
);

test('an asynchronous standby pauses an open send after failover until a person resumes it', { tags: ['OPS-08'] }, async () => {
  const servers = await inMidSend();
  expect(await saidOf(servers.primary())).toMatchObject({ state: 'note', says: expect.stringMatching(/^1 follow, and no commit waits/) });
  await servers.crashPrimary();
  await takeOver(servers);
  await waitsForAPerson(servers.standby());
  const db = kyselyOn(servers.standby());
  expect(await resumeFanOut(db, ID)).toBe(true);
  await db.destroy();
  await expect.poll(async () => (await fanOutOn(servers.standby()))?.finished, { timeout: 240_000 }).toBe(true);
  expect(await fanOutOn(servers.standby())).toMatchObject({ successful: PHONES, pending: 0 });
  expect(await ledger()).toMatchObject({ devices: PHONES, visibleAtMost: 1 });
});

test('a formerly synchronous standby that lagged behind at failover pauses an open send', { tags: ['OPS-08', 'E-76'] }, async () => {
  const servers = await inMidSend((both) => both.synchronous());
  expect(await replicationOf(servers.primary())).toMatchObject({ isStandbyAway: false });
  await servers.stopStandby();
  // The replication slot retains the WAL that the standby has not fetched.
  await expect
    .poll(() => replicationOf(servers.primary()))
    .toEqual({ isStandbyAway: true, retainedBytes: expect.toSatisfy((bytes: number) => bytes > 0) });
  await expect.poll(async () => (await saidOf(servers.primary())).says).toBe('every commit waits for standby, and none of them is there');
  await servers.asynchronous();
  await sentMoreThan((await ledger()).sends + 1_500);
  await servers.crashPrimary();
  await servers.startStandby();
  await takeOver(servers);
  await waitsForAPerson(servers.standby());
});
