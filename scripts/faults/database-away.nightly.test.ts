import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld, type DeliveryWorld } from '../test/delivery-world.ts';

let world: DeliveryWorld;
let token: string;
let processes: ChildProcess[];
let adminUrl: string;
let appUrl: string;

const staff = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${adminUrl}/api/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const body = (await response.json().catch(() => null)) as { _id?: string; items?: { name: string }[]; error?: { code: string } } | null;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
};
const addGroup = (name: string) => staff('store-group', { method: 'POST', body: JSON.stringify({ name }) });
const groups = async (): Promise<string[]> =>
  (await staff('store-group/list?page=0&pageSize=10000')).body?.items?.map((item) => item.name) ?? [];
const health = async (url = adminUrl): Promise<number> => (await fetch(`${url}/healthz`)).status;
const isBack = () => expect.poll(async () => (await staff('store-group/list')).status).toBe(200);

beforeAll(async () => {
  world = await deliveryWorld({ devices: 10_000 });
  const [adminPort, appPort] = [String(await freePort()), String(await freePort())];
  adminUrl = `http://127.0.0.1:${adminPort}`;
  appUrl = `http://127.0.0.1:${appPort}`;
  processes = await Promise.all([
    world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: adminPort }),
    world.startProcess('app-api', { ENDCAP_APP_PORT: appPort }),
    world.startWorker({ ENDCAP_PUSH_LEASE_SECONDS: '2' }),
  ]);
  token = await world.tokenOf('admin');
  // The first request caches the person's rights.
  expect((await staff('store-group/list')).status).toBe(200);
});
afterAll(() => world.close());

/** Saves groups one after the other until `stop` or the end of the test. Collects the acknowledged names and all other responses. */
const writing = () => {
  const acknowledged: string[] = [];
  const refusals: { status: number; retryAfter: string | null; code: string | undefined }[] = [];
  let stopped = false;
  const run = (async () => {
    for (let n = 0; !stopped; n += 1) {
      const name = `Grupa ${performance.now()}`;
      const { status, retryAfter, body } = await addGroup(name);
      if (status === 201) acknowledged.push(name);
      else refusals.push({ status, retryAfter, code: body?.error?.code });
      await sleep(5);
    }
  })();
  const stop = async () => {
    stopped = true;
    await run;
  };
  onTestFinished(stop);
  /** Waits until more than five further saves are acknowledged. */
  const goOn = () => expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(acknowledged.length + 5);
  return { acknowledged, refusals, goOn, stop };
};

/** Opens a transaction on a separate connection. It stays open until it is rolled back or the test ends. */
const openTransaction = async (sql: string): Promise<pg.PoolClient> => {
  const holder = await world.pool.connect();
  holder.on('error', () => {});
  onTestFinished(() => holder.release(true));
  await holder.query(`begin isolation level repeatable read; ${sql}`);
  return holder;
};

/** Acts on a PostgreSQL process. Ignores a process that has already exited, since a crash ends the others as well. */
const unlessGone = (act: () => void): void => {
  try {
    act();
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

/** The tables of this test stay smaller, so that only writes of the WAL fail. A table that cannot grow is an error of another class. */
const FILE_LIMIT_BYTES = 4 * 1024 * 1024;

/** Fills the current WAL file (16 MB) until the next write lies past the limit. */
const moveLogPastLimit = async (): Promise<void> => {
  for (;;) {
    const { rows } = await world.pool.query<{ offset: number }>(
      'select file_offset as "offset" from pg_walfile_name_offset(pg_current_wal_insert_lsn())',
    );
    const offset = rows[0]?.offset ?? 0;
    if (offset > FILE_LIMIT_BYTES && offset < 3 * FILE_LIMIT_BYTES) return;
    await world.pool.query(`select pg_logical_emit_message(false, 'room', repeat('x', 1000000))`);
  }
};

/** Limits the size of the files that the process can write. Later writes past the limit fail as on a full disk. */
const limitFiles = (pid: number): void => {
  const { uid, gid } = statSync(`/proc/${pid}`);
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${FILE_LIMIT_BYTES}`], { uid, gid, encoding: 'utf8' });
  if (status !== 0 && existsSync(`/proc/${pid}`)) throw new Error(`prlimit: ${stderr}`);
};

describe('while PostgreSQL is down', () => {
  test(
    'APIs answer 503 with Retry-After through five kills, no acknowledged write is lost, and no process exits',
    { tags: ['F40'] },
    async () => {
      const writes = writing();
      await world.behave({ latencyMs: 200 });
      await world.send('away');
      for (let n = 0; n < 5; n += 1) {
        await writes.goOn();
        process.kill(world.cluster.postmaster(), 'SIGKILL');
        await expect.poll(() => health()).toBe(200);
        await isBack();
      }
      await writes.stop();
      await world.finished('away');
      expect(writes.refusals.length).toBeGreaterThan(0);
      for (const refusal of writes.refusals) expect(refusal).toEqual({ status: 503, retryAfter: '2', code: 'unavailable' });
      expect(writes.acknowledged.length).toBeGreaterThan(20);
      const there = new Set(await groups());
      expect(writes.acknowledged.filter((name) => !there.has(name))).toEqual([]);
      expect(await world.ledger('away')).toMatchObject({ devices: 10_000, visibleAtMost: 1 });
      const { rows } = await world.pool.query('select sum(successful)::int as n, count(lease_until)::int as leases from fan_out_chunk');
      expect(rows).toEqual([{ n: 10_000, leases: 0 }]);
      expect(processes.map((child) => child.exitCode ?? child.signalCode)).toEqual([null, null, null]);
      expect(await health(appUrl)).toBe(200);
    },
  );
  test('processes reconnect after kill -9 of one backend ended all connections', { tags: ['F41'] }, async () => {
    const writes = writing();
    for (let n = 0; n < 3; n += 1) {
      await writes.goOn();
      const { rows } = await world.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`,
      );
      unlessGone(() => rows[0] && process.kill(rows[0].pid, 'SIGKILL'));
      await expect.poll(() => existsSync(`/proc/${rows[0]?.pid}`)).toBe(false);
      await isBack();
    }
    await writes.stop();
    expect(writes.refusals.filter(({ status }) => status !== 503)).toEqual([]);
    const there = new Set(await groups());
    expect(writes.acknowledged.filter((name) => !there.has(name))).toEqual([]);
    expect(processes.map((child) => child.exitCode ?? child.signalCode)).toEqual([null, null, null]);
  });
  test('APIs answer 503 during a fast shutdown and recover after it', { tags: ['F40'] }, async () => {
    process.kill(world.cluster.postmaster(), 'SIGINT');
    await expect.poll(async () => (await staff('store-group/list')).status, { interval: 5 }).toBe(503);
    expect(await health()).toBe(200);
    await isBack();
  });
});

describe('while PostgreSQL runs but cannot serve', () => {
  test('APIs answer 503 while all connections are taken, stay healthy, and recover once they are free', { tags: ['F42'] }, async () => {
    const hogs: pg.Client[] = [];
    for (;;) {
      const hog = new pg.Client({ connectionString: world.settings['DATABASE_URL'] });
      hog.on('error', () => {});
      const error = await hog.connect().then(
        () => null,
        (reason: Error & { code?: string }) => reason,
      );
      if (error) {
        expect(error.code).toBe('53300');
        break;
      }
      hogs.push(hog);
    }
    // Ends the idle connections of the processes, so that they have to open new ones.
    await hogs[0]?.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and (application_name = '' or application_name like 'endcap %') and state = 'idle'
       and pid <> all($1::int[])`,
      [await Promise.all(hogs.map(async (hog) => (await hog.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0))],
    );
    for (let taken = false; !taken;) {
      const hog = new pg.Client({ connectionString: world.settings['DATABASE_URL'] });
      hog.on('error', () => {});
      taken = await hog.connect().then(
        () => hogs.push(hog) < 0,
        () => true,
      );
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => staff('store-group/list')));
    expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    expect(answers.some(({ status, retryAfter }) => status === 503 && retryAfter === '2')).toBe(true);
    expect([await health(), await health(appUrl)]).toEqual([200, 200]);
    await Promise.all(hogs.map((hog) => hog.end()));
    await isBack();
    expect(processes.map((child) => child.exitCode ?? child.signalCode)).toEqual([null, null, null]);
  });
  test('requests to a locked table get 503 after the timeout, while other tables are served', { tags: ['F44'] }, async () => {
    // A write invalidates the cached list, so that the next request reads the table.
    expect((await addGroup('Przed zamkiem')).status).toBe(201);
    const holder = await openTransaction('lock table store_group in access exclusive mode');
    const held = [addGroup('Za zamkiem'), staff('store-group/list')];
    // A list may query its total and its page in parallel. The test only needs both requests to wait.
    const waiting = async (): Promise<unknown[]> =>
      (
        await world.pool.query(
          `select distinct split_part(query, ' ', 1) as does from pg_stat_activity where wait_event_type = 'Lock' order by 1`,
        )
      ).rows;
    await expect.poll(waiting).toEqual([{ does: 'insert' }, { does: 'select' }]);
    expect((await staff('notification-editor/list')).status).toBe(200);
    expect((await Promise.all(held)).map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [503, '2'],
      [503, '2'],
    ]);
    await holder.query('rollback');
    expect((await addGroup('Po zamku')).status).toBe(201);
  });
  test('a save gets 503 and stores nothing when PostgreSQL reports a full disk', { tags: ['F46'] }, async () => {
    await world.pool.query(`create function disk_full() returns trigger language plpgsql as
      $$begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end$$`);
    await world.pool.query('create trigger disk_full before insert on store_group for each row execute function disk_full()');
    expect(await addGroup('Pełny dysk')).toMatchObject({ status: 503, retryAfter: '2', body: { error: { code: 'unavailable' } } });
    await world.pool.query('drop trigger disk_full on store_group');
    expect(await groups()).not.toContain('Pełny dysk');
  });
  test.runIf(process.platform === 'linux')(
    'a failed WAL write ends PostgreSQL but none of our processes, and no acknowledged write is lost',
    { tags: ['F46'] },
    async () => {
      const writes = writing();
      for (let n = 0; n < 3; n += 1) {
        await writes.goOn();
        await moveLogPastLimit();
        const { rows } = await world.pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where backend_type in ('client backend', 'walwriter') and pid <> pg_backend_pid()`,
        );
        const refused = writes.refusals.length;
        for (const { pid } of rows) unlessGone(() => limitFiles(pid));
        await expect.poll(() => writes.refusals.length, { interval: 10 }).toBeGreaterThan(refused);
        // Wait until all of them have exited, so that none panics in the next test.
        await expect.poll(() => rows.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([]);
        await isBack();
      }
      await writes.stop();
      for (const refusal of writes.refusals) expect(refusal).toEqual({ status: 503, retryAfter: '2', code: 'unavailable' });
      const there = new Set(await groups());
      expect(writes.acknowledged.length).toBeGreaterThan(10);
      expect(writes.acknowledged.filter((name) => !there.has(name))).toEqual([]);
      // PostgreSQL panicked. Its own last message could not be written either.
      expect(readFileSync(join(world.folder, 'postgres.log'), 'utf8')).toContain('was terminated by signal 6');
      expect(processes.map((child) => child.exitCode ?? child.signalCode)).toEqual([null, null, null]);
    },
  );
  test('a fan-out finishes while another transaction stays open', { tags: ['F43'] }, async () => {
    const holder = await openTransaction('select count(*) from device');
    await world.behave({});
    await world.send('beside');
    await world.finished('beside');
    await holder.query('rollback');
    // A stalled machine may time out and retry a message, so the test counts visible notifications, not sends.
    expect(await world.ledger('beside')).toMatchObject({ devices: 10_000, visibleAtMost: 1 });
  });
  test('a failed send stores neither quota, notification nor fan-out', { tags: ['F05'] }, async () => {
    await world.pool.query(`create function no_fan_out() returns trigger language plpgsql as $$begin raise exception 'no'; end$$`);
    await world.pool.query('create trigger no_fan_out before insert on fan_out for each row execute function no_fan_out()');
    const body = JSON.stringify({ title: 'Nigdy', content: 'Nie wyszło', validUntil: new Date(Date.now() + 86_400_000).toISOString() });
    expect((await staff('notification-editor', { method: 'POST', body })).status).toBe(500);
    await world.pool.query('drop trigger no_fan_out on fan_out');
    const { rows } = await world.pool.query(
      `select (select count(*)::int from notification where title = 'Nigdy') as notifications, (select count(*)::int from notification_quota) as quotas`,
    );
    expect(rows).toEqual([{ notifications: 0, quotas: 0 }]);
    expect((await staff('notification-editor', { method: 'POST', body })).status).toBe(201);
  });
});
