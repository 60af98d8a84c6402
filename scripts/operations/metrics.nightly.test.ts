import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../apps/server/src/platform/build.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { type DeliveryWorld, deliveryWorld } from '../test/delivery-world.ts';
import { findPromtool } from '../test/find-promtool.ts';

const DEVICES = 300;
const PROCESSES = ['admin-api', 'app-api', 'push-worker'] as const;
type Process = (typeof PROCESSES)[number];

const promtool = findPromtool();
/** Files that an operator uses unchanged. */
const files = { alerts: 'docs/operators/alerts.yml', dashboard: 'docs/operators/dashboard.json', runbook: 'docs/operators/runbook.md' };

let world: DeliveryWorld;
let staff: string;
const ports: Record<string, number> = {};
const at = (name: string): string => `http://127.0.0.1:${ports[name]}`;
/** Opens a connection per scrape, since kept-alive ones can close unnoticed while promtool blocks this process. */
const scrape = async (name: Process): Promise<string> =>
  (await fetch(`${at(`${name} metrics`)}/metrics`, { headers: { connection: 'close' } })).text();
/** Returns the value of the first sample with these labels, which may have more, or undefined. */
const valueOf = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined => {
  const told = text.split('\n').find((line) => {
    const [, found, given] = /^(\w+)\{(.*)\} /.exec(line) ?? [];
    return found === name && Object.entries(labels).every(([label, value]) => given?.includes(`${label}="${value}"`));
  });
  return told === undefined ? undefined : Number(told.slice(told.lastIndexOf(' ')));
};

beforeAll(async () => {
  world = await deliveryWorld({ devices: DEVICES });
  staff = await world.tokenOf('admin');
  const own = { 'admin-api': 'ENDCAP_ADMIN_PORT', 'app-api': 'ENDCAP_APP_PORT', 'push-worker': undefined };
  for (const name of PROCESSES) {
    ports[name] = await freePort();
    ports[`${name} metrics`] = await freePort();
    const listens = own[name];
    const settings = { ENDCAP_METRICS_PORT: String(ports[`${name} metrics`]), ...(listens && { [listens]: String(ports[name]) }) };
    if (name !== 'push-worker') await world.startProcess(name, settings);
  }
});
afterAll(() => world.close());
const startWorker = () => world.startWorker({ ENDCAP_METRICS_PORT: String(ports['push-worker metrics']) });

describe('the metrics of a process', { tags: ['OPS-01'] }, () => {
  test('count requests by route, cached answers, open and planned sends, and messages by outcome', async () => {
    // A cached answer expires after a second without requests. A busy machine may need several attempts.
    let [feeds, again] = [0, 0];
    for (; again < 2; feeds += 1) {
      expect((await fetch(`${at('app-api')}/app/v1/content?appVersion=3.4.0`)).status).toBe(200);
      again = valueOf(await scrape('app-api'), 'endcap_http_answered_again_total', { status: '200' }) ?? 0;
    }
    const listed = await fetch(`${at('admin-api')}/api/v1/content-editor/list`, { headers: { authorization: `Bearer ${staff}` } });
    expect(listed.status).toBe(200);
    await fetch(`${at('admin-api')}/api/v1/no-such-thing/${'x'.repeat(20)}`);
    const phones = await scrape('app-api');
    expect(valueOf(phones, 'endcap_http_request_duration_seconds_count', { route: '/app/v1/content', status: '200' })).toBe(feeds - again);
    expect(feeds - again).toBeGreaterThan(0);
    expect(valueOf(phones, 'endcap_shown_state_age_seconds')).toBeLessThan(60);
    const back = await scrape('admin-api');
    expect(valueOf(back, 'endcap_http_request_duration_seconds_count', { route: '/api/v1/content-editor/list', method: 'GET' })).toBe(1);
    expect(back).not.toContain('xxxxx');

    await world.send('told');
    const open = async (standing: string) => valueOf(await scrape('admin-api'), 'endcap_open_fan_outs', { standing });
    expect(await open('going')).toBe(1);
    await expect.poll(async () => valueOf(await scrape('admin-api'), 'endcap_oldest_open_chunk_seconds')).toBeGreaterThan(0);
    await world.pool.query(`update fan_out set paused_at = now(), pause_reason = 'deadTokens'`);
    expect([await open('going'), await open('deadTokens')]).toEqual([0, 1]);
    expect(valueOf(await scrape('admin-api'), 'endcap_oldest_open_chunk_seconds')).toBe(0);
    await world.pool.query(`update fan_out set paused_at = null, pause_reason = null`);
    const plans = async (standing: string) => valueOf(await scrape('admin-api'), 'endcap_plans', { standing });
    await world.pool.query(`insert into fan_out_plan (notification_id, starts_at) values ('told', now() - interval '1 minute')`);
    expect(await plans('planned')).toBe(1);
    expect(valueOf(await scrape('admin-api'), 'endcap_plan_due_seconds')).toBeGreaterThanOrEqual(60);
    await world.pool.query(`update fan_out_plan set waits_for = 'late'`);
    expect([await plans('planned'), await plans('late')]).toEqual([0, 1]);
    expect(valueOf(await scrape('admin-api'), 'endcap_plan_due_seconds')).toBe(0);
    await world.pool.query(
      `insert into send_approval (notification_id, author, asked_by, at_once, devices, at_start) values ('told', 'a', 'a', false, 9, true)`,
    );
    await world.pool.query(`update fan_out_plan set waits_for = 'approval'`);
    expect([await plans('late'), await plans('heldForApproval')]).toEqual([undefined, 1]);
    await world.pool.query('delete from fan_out_plan');
    await world.pool.query('delete from send_approval');
    await startWorker();
    await world.finished('told');
    expect(valueOf(await scrape('push-worker'), 'endcap_push_messages_total', { outcome: 'accepted' })).toBe(DEVICES);
    expect(valueOf(await scrape('push-worker'), 'endcap_push_messages_total', { outcome: 'refused' })).toBe(0);
    expect([await open('going'), await open('deadTokens')]).toEqual([0, undefined]);
    await world.pool.query(`update push_project set down_since = now() - interval '1 hour'`);
    expect(valueOf(await scrape('admin-api'), 'endcap_push_service_down_seconds')).toBeGreaterThanOrEqual(3_600);
    await world.pool.query(`update push_project set down_since = null`);
    const backup = async () => valueOf(await scrape('admin-api'), 'endcap_last_backup_timestamp_seconds');
    expect(await backup()).toBeUndefined();
    await world.pool.query(`insert into last_backup (taken_at, lost) values ('2026-11-23T12:00:00Z', 0)`);
    expect(await backup()).toBe(Date.UTC(2026, 10, 23, 12) / 1_000);
  });

  test(
    'include drills, disks, standbys, months, the push key, certificates, lost log lines and the version',
    { tags: ['E-76', 'E-78'] },
    async () => {
      const [back, worker] = [await scrape('admin-api'), await scrape('push-worker')];
      expect(valueOf(back, 'endcap_last_drill_timestamp_seconds')).toBeUndefined();
      await world.pool.query(`insert into last_drill (drilled_at) values ('2026-11-23T12:00:00Z')`);
      expect(valueOf(await scrape('admin-api'), 'endcap_last_drill_timestamp_seconds')).toBe(Date.UTC(2026, 10, 23, 12) / 1_000);
      for (const folder of ['files', 'temporary']) {
        expect(valueOf(back, 'endcap_disk_free_ratio', { folder })).toBeGreaterThan(0);
        expect(valueOf(back, 'endcap_disk_free_ratio', { folder })).toBeLessThanOrEqual(1);
      }
      for (const name of ['endcap_standby_away', 'endcap_replication_slot_retained_bytes', 'endcap_months_missing'])
        expect(valueOf(back, name), name).toBe(0);
      expect(valueOf(worker, 'endcap_push_key_refused')).toBe(0);
      expect(valueOf(back, 'endcap_certificate_valid', { of: 'push service' })).toBe(1);
      expect(valueOf(back, 'endcap_certificate_expires_timestamp_seconds', { of: 'push service' })).toBeGreaterThan(Date.now() / 1_000);
      for (const text of [back, worker]) {
        expect(valueOf(text, 'endcap_log_lines_lost_total')).toBe(0);
        expect(valueOf(text, 'endcap_build_info', { version: build.version, migration: build.migration })).toBe(1);
      }
    },
  );

  test("pass Prometheus' parser, on a separate port that serves nothing else but liveness", async () => {
    for (const name of PROCESSES) {
      const text = await scrape(name);
      expect(execFileSync(promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('');
      expect(valueOf(text, 'process_resident_memory_bytes', { process: name })).toBeGreaterThan(1e7);
      expect(valueOf(text, 'endcap_database_calls', { state: 'most' })).toBe(10);
      const statusOf = async (path: string) =>
        (await fetch(`${at(`${name} metrics`)}${path}`, { headers: { connection: 'close' } })).status;
      expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 404]);
    }
    for (const name of ['admin-api', 'app-api'])
      expect((await fetch(`${at(name)}/metrics`, { headers: { connection: 'close' } })).status).toBe(404);
  });

  test('include all that alerts and dashboard use; each alert fires under its condition and has a runbook section', async () => {
    for (const args of [
      ['check', 'config', 'docs/operators/prometheus.yml'],
      ['test', 'rules', 'scripts/operations/alerts-that-fire.yml'],
    ])
      execFileSync(promtool, args, { stdio: 'pipe' });
    const told = new Set(
      (await Promise.all(PROCESSES.map(scrape))).flatMap((text) => [...text.matchAll(/^(\w+)\{/gm)].map(([, name]) => name)),
    );
    const [alerts, dashboard, runbook] = [files.alerts, files.dashboard, files.runbook].map((file) => readFileSync(file, 'utf8'));
    const named = `${alerts}${dashboard}`.match(/\b(?:endcap|nodejs|process)_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(20);
    expect([...new Set(named)].filter((name) => !told.has(name))).toEqual([]);
    const parts = [...(runbook ?? '').matchAll(/^## (\w+)$/gm)].map(([, title]) => title);
    expect(parts).toEqual([...(alerts ?? '').matchAll(/alert: (\w+)/g)].map(([, name]) => name));
    const links = [...(alerts ?? '').matchAll(/runbook_url: https:\/\/runbook\.example\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor);
    expect(links).toEqual(parts.map((title) => title?.toLowerCase()));
    const tried = readFileSync('scripts/operations/alerts-that-fire.yml', 'utf8');
    expect(parts.filter((title) => !tried.includes(`alertname: ${title}`))).toEqual([]);
  });

  test('show the missing part while the database is down, and omit only values that come from it', async () => {
    await world.pool.end();
    await world.cluster.stop();
    await expect.poll(async () => valueOf(await scrape('admin-api'), 'endcap_ready', { part: 'database' })).toBe(0);
    const text = await scrape('admin-api');
    expect(valueOf(text, 'endcap_ready', { part: 'files' })).toBe(1);
    expect(valueOf(text, 'endcap_open_fan_outs')).toBeUndefined();
    expect(valueOf(text, 'endcap_push_service_down_seconds')).toBeUndefined();
    expect(valueOf(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  });
});

test('a process does not start if its metrics port is in use', { tags: ['OPS-01'] }, async () => {
  const taken = String(ports['app-api metrics']);
  await expect(world.startProcess('push-worker', { ENDCAP_METRICS_PORT: taken })).rejects.toThrow('push-worker does not start (1)');
});
