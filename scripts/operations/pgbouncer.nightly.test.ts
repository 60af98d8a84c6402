import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, type TestContext, test } from 'vitest';
import { aContent, aNotification } from '../../apps/server/test/builders.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { CHANGE_CHANNEL } from '../../apps/server/src/features/app-changes/index.ts';
import { WORK_CHANNEL } from '../../apps/server/src/features/delivery/worker.ts';
import { openPool } from '../../apps/server/src/platform/db/connection.ts';
import { settingsMissing } from '../../apps/server/src/platform/db/role-settings.ts';
import { runDoctor } from '../doctor/run-doctor.ts';
import { withoutSettings } from '../launch/own-environment.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld, type DeliveryWorld } from '../test/delivery-world.ts';
import { findPgBouncer } from '../test/find-pgbouncer.ts';
import { type PgBouncer, startPgBouncer } from '../test/running-pgbouncer.ts';

const PHONES = 3_000;
const program = findPgBouncer();
let world: DeliveryWorld;
let bouncer: PgBouncer;
let own: Record<string, string>;
let direct: string;
beforeAll(async () => {
  if (!program) return;
  world = await deliveryWorld({ devices: PHONES });
  direct = world.settings['DATABASE_URL'] ?? '';
  bouncer = await startPgBouncer(program, { folder: `${world.folder}/pgbouncer`, direct });
  own = { DATABASE_URL: bouncer.url, ENDCAP_DATABASE_DIRECT_URL: direct };
});
beforeEach((context: TestContext) => {
  if (!program) context.skip('there is no PgBouncer for this system');
});
afterAll(async () => {
  bouncer?.stop();
  await world?.close();
});

/** Runs the migrations. Returns the exit code and error output. */
const migrateThere = (env: Record<string, string>) => {
  const { status, stderr } = spawnSync(process.execPath, ['apps/server/src/processes/migrate.ts'], {
    encoding: 'utf8',
    env: { ...withoutSettings(process.env), ...world.settings, ...env },
  });
  return { status, stderr };
};
/** Returns the failed checks of the doctor that concern the database and its sessions. */
const wrongOf = async (env: Record<string, string> = own): Promise<Record<string, string>> => {
  const findings = await runDoctor({ config: readConfig({ ...world.settings, ...env }) });
  const names = new Set(['database', 'schema', 'limits', 'hearing', 'connections']);
  return Object.fromEntries(
    findings.filter(({ name, state }) => names.has(name) && state === 'wrong').map(({ name, says }) => [name, says]),
  );
};
const query = async <T extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<T[]> =>
  (await world.pool.query<T>(statement, values)).rows;

type Session = { listening: string[]; locks: number; prepared: number };
/** Returns the state left in each session of PgBouncer after its clients disconnected. */
const sessionsLeft = async (): Promise<Session[]> => {
  const held = (await bouncer.ports()).length;
  const clients = Array.from({ length: held }, () => new pg.Client({ connectionString: bouncer.url }));
  try {
    // One transaction per client occupies all sessions at the same time.
    return await Promise.all(
      clients.map(async (client) => {
        await client.connect();
        await client.query('begin');
        const { rows } = await client.query<Session>(
          `select array(select pg_listening_channels()) as listening, (select count(*)::int from pg_prepared_statements) as prepared,
             (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks`,
        );
        return rows[0] ?? { listening: ['?'], locks: -1, prepared: -1 };
      }),
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
};

test(
  'sends, lists and live updates work behind PgBouncer in transaction mode, and leave no session state there',
  { tags: ['OPS-09'] },
  async () => {
    console.log(`PgBouncer ${await bouncer.version()}`);
    expect(migrateThere(own)).toEqual({ status: 0, stderr: '' });
    const [adminPort, appPort] = [String(await freePort()), String(await freePort())];
    const processes = await Promise.all([
      world.startProcess('admin-api', { ...own, ENDCAP_ADMIN_PORT: adminPort }),
      world.startProcess('app-api', { ...own, ENDCAP_APP_PORT: appPort }),
      world.startWorker(own),
    ]);
    const bearer = { authorization: `Bearer ${await world.tokenOf('admin')}`, 'content-type': 'application/json' };
    const staff = async (path: string, body?: unknown) => {
      const answer = await fetch(`http://127.0.0.1:${adminPort}/api/v1/${path}`, {
        headers: bearer,
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as { _id?: string; items?: { _id: string }[] } };
    };

    // Parallel requests spread the transactions of a process over many sessions.
    for (const path of ['store-editor', 'store-group', 'content-editor', 'popup-editor', 'knowledge-editor', 'notification-editor']) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => staff(`${path}/list?page=0&pageSize=25`)));
      expect([path, ...new Set(answers.map(({ status }) => status))]).toEqual([path, 200]);
    }
    const appears = await aContent(world.db);
    const feed = async (): Promise<string> => (await fetch(`http://127.0.0.1:${appPort}/app/v1/content?appVersion=3.4.0`)).text();
    await expect.poll(feed).toContain(appears);

    const sent = await staff('notification-editor', aNotification());
    expect(sent.status).toBe(201);
    const id = sent.body._id ?? '';
    await world.finished(id);
    expect(await world.ledger(id)).toMatchObject({ devices: PHONES, visibleAtMost: 1 });
    expect((await staff('notification-editor/list?page=0&pageSize=25')).body.items?.map(({ _id }) => _id)).toContain(id);

    // Listeners connect directly, without PgBouncer.
    const ports = await bouncer.ports();
    expect(ports.length).toBeGreaterThan(0);
    const listeners = await query<{ name: string; port: number }>(
      `select application_name as name, client_port as port from pg_stat_activity where application_name like 'endcap\\_%'`,
    );
    expect(listeners.map(({ name }) => name).toSorted()).toEqual([CHANGE_CHANNEL, WORK_CHANNEL]);
    expect(listeners.filter(({ port }) => ports.includes(port))).toEqual([]);
    expect(await wrongOf()).toEqual({});

    const gone = processes.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of processes) child.kill('SIGTERM');
    await Promise.all(gone);
    const left = await sessionsLeft();
    expect(left.length).toBeGreaterThan(0);
    for (const session of left) expect(session).toEqual({ listening: [], locks: 0, prepared: 0 });
  },
);

test(
  'migrations set the statement limits on the role, so they hold behind PgBouncer; doctor reports missing ones',
  { tags: ['OPS-09'] },
  async () => {
    const pool = openPool({ url: bouncer.url, isPooled: true, poolSize: 1, onError: () => {} });
    const missing = async (): Promise<string[]> => {
      const client = await pool.connect();
      return settingsMissing(client).finally(() => client.release());
    };
    expect(await missing()).toEqual([]);
    await query('alter role endcap in database bench reset all');
    await bouncer.reconnect();
    await expect.poll(missing).toContain('statement_timeout=15000');
    expect(await wrongOf()).toEqual({
      limits: expect.stringMatching(/^sessions are not told statement_timeout=15000, lock_timeout=5000, /),
    });
    expect(migrateThere(own)).toEqual({ status: 0, stderr: '' });
    await bouncer.reconnect();
    await expect.poll(missing).toEqual([]);
    await pool.end();
  },
);

test(
  'migrations reject a pooled address without a direct one, and doctor reports a direct address that is pooled',
  { tags: ['OPS-09'] },
  async () => {
    expect(migrateThere({ DATABASE_URL: bouncer.url })).toEqual({
      status: 78,
      stderr: expect.stringMatching(/DATABASE_URL \(a pooler refuses our options: set ENDCAP_DATABASE_DIRECT_URL as well/),
    });
    const twice = new URL(bouncer.url);
    twice.hostname = 'localhost';
    expect(await wrongOf({ DATABASE_URL: bouncer.url, ENDCAP_DATABASE_DIRECT_URL: twice.href })).toEqual({
      hearing: 'nothing that is said in the database is heard',
    });
  },
);
