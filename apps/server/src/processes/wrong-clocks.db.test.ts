import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notificationRoutes } from '@endcap/contract/notifications';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { aNotification, phones } from '../../test/builders.ts';
import type { FreshWorld } from '../../test/fresh-world.ts';
import { isOver } from '../../test/sending.ts';
import { sendingScene } from '../../test/sending-scene.ts';
import { endWorkerProcess, startProcess } from '../../test/worker-process.ts';
import { buildAppApi } from '../compose-app-api.ts';
import { followClock } from '../follow-clock.ts';
import { createDatabaseClock } from '../platform/db/database-clock.ts';
import { freePort } from '../platform/free-port.ts';
import { connectDatabase } from '../context.ts';

const HOUR_MS = 3_600_000;
let world: FreshWorld;
let admin: string;
const scene = sendingScene();
const { send, until, work, gateway } = scene;
beforeEach(() => void ({ world, admin } = scene));
const toEnd: (() => Promise<unknown>)[] = [];
// Before the database goes.
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

/** Starts a process whose system clock is wrong. */
const start = (name: 'admin-api' | 'push-worker', shiftedByMs: number, env: Record<string, string> = {}): ChildProcess => {
  const settings = { ...scene.own.env, SHIFTED_BY_MS: String(shiftedByMs), ...env };
  const child = startProcess(name, world.databaseUrl, settings, './apps/server/test/shift-clock.mjs');
  toEnd.push(() => endWorkerProcess(child, 'SIGKILL'));
  return child;
};
/** A world whose system clock is an hour ahead. */
const hourAhead = () => {
  const clock = createDatabaseClock({ system: () => Date.now() + HOUR_MS });
  return { ...world.world, now: clock.now, clock };
};

describe('a process whose system clock is an hour ahead of the database', { tags: ['E-05'] }, () => {
  test('as an API dates a send by the database, takes its quota from that day and reports the difference', async () => {
    const folder = mkdtempSync(join(inject('folder'), 'page-'));
    writeFileSync(join(folder, 'index.html'), '<html></html>');
    const [port, metricsPort] = [await freePort(), await freePort()];
    const env = {
      ENDCAP_ADMIN_PORT: String(port),
      ENDCAP_METRICS_PORT: String(metricsPort),
      ENDCAP_WEB_DIR: folder,
      ENDCAP_FILES_DIR: join(folder, 'files'),
    };
    const api = start('admin-api', HOUR_MS, env);
    const ended = once(api, 'exit').then(() => Promise.reject(new Error('the API did not start')));
    await Promise.race([once(api, 'message'), ended]);
    ended.catch(() => {});

    const answer = await fetch(`http://127.0.0.1:${port}${notificationRoutes.send.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(aNotification()),
    });
    expect(answer.status).toBe(201);
    const { rows } = await sql<{ createdAt: Date; day: string; isPast: boolean }>`
      select created_at, q.day::text as day, created_at <= clock_timestamp() and created_at > clock_timestamp() - interval '50 minutes' as is_past
      from notification n join notification_quota q on q.notification_id = n.id`.execute(world.db);
    expect(rows).toEqual([{ createdAt: expect.any(Date), day: warsawDay(rows[0]?.createdAt ?? new Date(0)), isPast: true }]);

    const ready = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { clockAheadSeconds: number };
    expect(Math.round(ready.clockAheadSeconds / 60)).toBe(60);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(Math.round(Number(/^endcap_clock_ahead_seconds\{.+\} (\S+)$/m.exec(metrics)?.[1]) / 60)).toBe(60);
  });
  test('as a worker delivers a send that is still valid', async () => {
    await phones(world.db, { count: 20 });
    const id = await send();
    await sql`update notification set valid_until = clock_timestamp() + interval '30 minutes'`.execute(world.db);
    start('push-worker', HOUR_MS);
    expect(await until(id, isOver)).toMatchObject({ details: { successful: 20, failed: 0 } });
  });
  test('logs it once, is ready, and names the difference beside that', async () => {
    const lines: { msg: string; aheadSeconds: number }[] = [];
    const ahead = { ...hourAhead(), log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
    const db = connectDatabase(ahead);
    const following = followClock(ahead, db);
    toEnd.push(async () => void (await following.stop(), await db.destroy()));
    await expect
      .poll(() => lines)
      .toEqual([
        expect.objectContaining({ level: 40, msg: 'the system clock differs from the clock of the database, whose time is used' }),
      ]);
    expect(Math.round((lines[0]?.aheadSeconds ?? 0) / 60)).toBe(60);

    const app = await buildAppApi(ahead, db);
    toEnd.push(() => app.close());
    await expect
      .poll(async () => (await app.inject('/readyz')).json())
      .toMatchObject({ status: 'ready', clockAheadSeconds: expect.any(Number) });
    expect((await world.phone('GET /readyz')).body).not.toHaveProperty('clockAheadSeconds');
  });
  test('measures the time of the database with its first statement', async () => {
    const ahead = hourAhead();
    expect(ahead.clock.aheadMs()).toBeNull();
    const db = connectDatabase(ahead);
    toEnd.push(() => db.destroy());
    await sql`select 1`.execute(db);
    expect(Math.round((ahead.clock.aheadMs() ?? 0) / 60_000)).toBe(60);
  });
});

test('a worker whose system clock is two hours behind delivers, and its credentials are accepted', { tags: ['E-05'] }, async () => {
  await phones(world.db, { count: 20 });
  const id = await send();
  start('push-worker', -2 * HOUR_MS);
  expect(await until(id, isOver)).toMatchObject({ details: { successful: 20, failed: 0 }, errors: [] });
});

describe('a worker that may be wrong about the time by more than a minute', { tags: ['E-05'] }, () => {
  let timeErrorMs: number;
  let alarms: string[];
  let id: string;
  beforeEach(async () => {
    [timeErrorMs, alarms] = [Number.POSITIVE_INFINITY, []];
    await phones(world.db, { count: 20 });
    id = await send();
    work({ timeErrorMs: () => timeErrorMs, alarm: (message) => alarms.push(message) });
    // The worker is at work: it finds the audience.
    const pending = sql<{ n: number }>`select coalesce(sum(pending), 0)::int as n from fan_out_chunk`;
    await expect.poll(async () => (await pending.execute(world.db)).rows[0]?.n).toBe(20);
    await expect
      .poll(() => alarms)
      .toEqual(['nothing is sent: the time of this worker may differ from that of the database by more than a minute']);
  });

  test('sends nothing, logs why, and goes on once the time is known', async () => {
    expect((await gateway.ledger(id)).sends).toBe(0);
    timeErrorMs = 60_000;
    expect(await until(id, isOver)).toMatchObject({ details: { successful: 20, failed: 0 } });
    expect(alarms.slice(1)).toEqual(['the time of the database is known again: sending goes on']);
  });
  test('still notes the end of a send that has expired', async () => {
    await sql`update notification set valid_until = clock_timestamp()`.execute(world.db);
    expect(await until(id, isOver)).toMatchObject({ details: { successful: 0, failed: 20 } });
    expect((await gateway.ledger(id)).sends).toBe(0);
  });
});
