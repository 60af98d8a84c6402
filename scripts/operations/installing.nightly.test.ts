import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { APP, type RequestOptions, BACK_OFFICE, openInstallation } from './installation.ts';
import { readCompose, secondsOf } from './read-compose.ts';
import { anchorsIn, fencesOf } from './read-document.ts';
import { runImage } from './run-image.ts';
import { type Started, startIn } from './start-in.ts';

const NODES = ['admin-api', 'app-api', 'push-worker'].flatMap((name) => [`endcap-${name}@0`, `endcap-${name}@1`]);
const FEED = '/app/v1/content?appVersion=3.4.0';
const INSTALLING = 'docs/operators/installing.md';
const [upgrade = ''] = fencesOf(INSTALLING, 'sh', 'Another version');
const [joins = '', isAdded = ''] = fencesOf(INSTALLING, 'sh', 'A second machine');
const first = fencesOf(INSTALLING, 'sh').filter((text) => ![upgrade, joins, isAdded].includes(text));

// One test installs everything from the registry and builds it, which takes long on a busy machine.
vi.setConfig({ testTimeout: 1_200_000 });

let machine: Awaited<ReturnType<typeof openInstallation>>;
beforeAll(async () => {
  machine = await openInstallation(inject('nginx'));
});
afterAll(() => machine.close());

const installed = (): string => join(machine.folder, 'opt/endcap/1');
const statusOf = (name: string, path: string, options?: RequestOptions): Promise<number | string> =>
  machine.ask(name, path, options).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );

let image: ReturnType<typeof runImage> | undefined;
const theImage = (): ReturnType<typeof runImage> =>
  (image ??= runImage({ containerfile: 'deploy/Containerfile', clone: installed(), folder: join(machine.folder, 'image') }));

/** Returns settings for a further process, which differ from those of the running ones only in the ports. */
const settingsFor = async (role: 'endcap_app' | 'endcap_owner' = 'endcap_app'): Promise<Record<string, string>> => {
  const secret = (name: string): string => join(machine.folder, 'etc/endcap/secrets', name);
  const ports = await Promise.all(
    ['ENDCAP_ADMIN_PORT', 'ENDCAP_APP_PORT', 'ENDCAP_METRICS_PORT'].map(async (name) => [name, String(await freePort())]),
  );
  return {
    ...(parseEnv(readFileSync(join(machine.folder, 'etc/endcap/endcap.env'), 'utf8')) as Record<string, string>),
    DATABASE_URL_FILE: secret(role === 'endcap_app' ? 'database-url' : 'owner-database-url'),
    ...Object.fromEntries(ports),
  };
};
/** Waits until a process is healthy, sends SIGTERM, and expects exit code 0 within `seconds`. */
const expectStartAndStop = async ({ child, output }: Started, isWell: () => Promise<boolean>, seconds: number): Promise<void> => {
  await expect.poll(async () => child.exitCode !== null || (await isWell()), { message: output() }).toBe(true);
  expect(child.exitCode, output()).toBeNull();
  const gone = once(child, 'exit');
  const late = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000);
  child.kill('SIGTERM');
  expect(await gone, output()).toEqual([0, null]);
  clearTimeout(late);
};

describe('the commands of the documents for operators', { tags: ['D-29', 'OPS-12'] }, () => {
  test('install two of each process behind nginx with TLS on a fresh machine', async () => {
    expect(first.length).toBe(8);
    for (const commands of first) await machine.run(commands);
    expect(machine.running()).toEqual(NODES);
    await expect.poll(() => statusOf(APP, '/readyz')).toBe(200);
    expect(await statusOf(BACK_OFFICE, '/readyz')).toBe(200);
    expect(readdirSync(join(machine.folder, 'var/backups/endcap'))).toHaveLength(1);
  });

  test('serve the precompressed page, redirect http to https, and serve the feed', async () => {
    const page = await machine.ask(BACK_OFFICE, '/', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers['strict-transport-security']]).toEqual([200, expect.stringContaining('max-age=')]);
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page.body) ?? [];
    for (const encoding of ['br', 'gzip'])
      expect((await machine.ask(BACK_OFFICE, script, { headers: { 'accept-encoding': encoding } })).headers['content-encoding']).toBe(
        encoding,
      );
    const built = readdirSync(join(installed(), 'apps/web/dist/assets')).filter((name) => /\.(js|css)$/.test(name));
    expect(
      built.filter((name) => !['.br', '.gz'].every((end) => existsSync(join(installed(), 'apps/web/dist/assets', `${name}${end}`)))),
    ).toEqual([]);
    expect((await machine.ask(APP, FEED)).status).toBe(200);
    const plain = await new Promise((resolve) =>
      requestPlain({ host: '127.0.0.1', port: machine.ports['80'], path: '/x?y', headers: { host: APP } }, (response) =>
        resolve([response.resume().statusCode, response.headers.location]),
      ).end(),
    );
    expect(plain).toEqual([308, `https://${APP}/x?y`]);
  });

  test('reject requests for any other host name', { tags: ['E-43'] }, async () => {
    const stranger = { host: 'evil.example' };
    const plain = requestPlain({ host: '127.0.0.1', port: machine.ports['80'], path: '/', headers: stranger }).end();
    await expect(once(plain, 'response')).rejects.toThrow(/socket hang up|ECONNRESET/);
    for (const name of [APP, BACK_OFFICE]) expect((await machine.ask(name, '/', { headers: stranger })).status).toBe(421);
  });

  test('let staff send with a database role that cannot create, alter, truncate or drop tables', async () => {
    const phone = { installId: randomUUID(), platform: 'android', appVersion: '3.4.0', push: { kind: 'token', value: 'token-1' } };
    expect((await machine.ask(APP, '/app/v1/devices', { method: 'POST', body: phone })).status).toBe(201);
    const draft = { title: 'Otwarte', content: 'Od dziś', validUntil: new Date(Date.now() + 86_400_000).toISOString() };
    const sent = await machine.ask(BACK_OFFICE, '/api/v1/notification-editor', { method: 'POST', headers: machine.staff(), body: draft });
    expect([sent.status, sent.body]).toEqual([201, expect.stringContaining('_id')]);
    const { _id } = JSON.parse(sent.body) as { _id: string };
    const successful = async (): Promise<unknown> => {
      const { body } = await machine.ask(BACK_OFFICE, `/api/v1/notification-editor/${_id}`, { headers: machine.staff() });
      return (JSON.parse(body) as { details: { successful: number } | null }).details?.successful;
    };
    await expect.poll(successful).toBe(1);
    const role = new pg.Client({ connectionString: readFileSync(join(machine.folder, 'etc/endcap/secrets/database-url'), 'utf8').trim() });
    await role.connect();
    for (const statement of ['drop table store', 'alter table store add column x int', 'truncate store', 'create table x (y int)'])
      await expect(role.query(statement), statement).rejects.toThrow(/must be owner|permission denied/);
    await role.end();
  });

  test('install Node 24 and no development dependencies', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: boolean }> };
    const forDevelopment = Object.entries(packages).flatMap(([path, { dev }]) => (dev ? [path] : []));
    expect(forDevelopment.length).toBeGreaterThan(200);
    expect(forDevelopment.filter((path) => existsSync(join(installed(), path)))).toEqual([]);
    expect(readFileSync(join(installed(), 'node_modules/node/package.json'), 'utf8')).toContain('"version": "24.');
    expect(globSync('node_modules/**/include/node/node.h', { cwd: installed() })).toEqual([]);
  });

  test('build an image in which every command of the compose file runs without writing to it', { tags: ['OPS-10'] }, async () => {
    const image = theImage();
    const before = image.written();
    const { services: containers } = readCompose('deploy/compose/compose.yml');
    /** Returns the environment of the compose file with the secrets, folders and ports of the test machine. */
    const environmentOf = async (name: string): Promise<Record<string, string>> => ({
      ...containers[name]?.environment,
      ...(await settingsFor(name === 'migrate' ? 'endcap_owner' : 'endcap_app')),
    });
    expect(await image.run(containers['migrate']?.command ?? [], await environmentOf('migrate'))).toEqual([
      0,
      expect.stringContaining('up to date'),
    ]);
    for (const name of ['admin-api-1', 'app-api-1', 'push-worker-1']) {
      const { command = [], healthcheck, stop_grace_period: grace } = containers[name] ?? {};
      const env = await environmentOf(name);
      const own: Record<string, string | undefined> = {
        3000: env['ENDCAP_ADMIN_PORT'],
        3001: env['ENDCAP_APP_PORT'],
        9103: env['ENDCAP_METRICS_PORT'],
      };
      const look = (healthcheck?.test ?? []).slice(1).map((word) => word.replace(/^\d{4}(?=\/)/, (port) => own[port] ?? port));
      const isWell = async (): Promise<boolean> => (await image.run(look, {}))[0] === 0;
      await expectStartAndStop(image.start(command, env), isWell, secondsOf(grace));
      expect(await isWell(), name).toBe(false);
    }
    const { entrypoint = [], command = [] } = containers['operator'] ?? {};
    expect(await image.run([...entrypoint, ...command], await environmentOf('operator'))).toEqual([
      0,
      expect.stringContaining('endcap_app reads and writes every table'),
    ]);
    for (const words of ['scripts/backup/main.ts backup', 'scripts/erase/main.ts'])
      expect((await image.run([...entrypoint, ...words.split(' '), '--help'], {}))[0], words).toBe(0);
    expect(image.written()).toEqual(before);
  });

  test(
    'restore a backup in containers as in backups.md, repeat the erasures, and verify the history',
    { tags: ['OPS-04', 'OPS-10'] },
    async () => {
      const { services: containers } = readCompose('deploy/compose/compose.yml');
      await machine.run(
        `sed 's/database endcap/database contained/; s/connect endcap/connect contained/' /opt/endcap/current/deploy/database.sql | sudo -u postgres psql -q -v ON_ERROR_STOP=1`,
      );
      const files = mkdtempSync(join(machine.folder, 'contained-'));
      const runIn = async (name: string, words: readonly string[]): Promise<[number | null, string]> => {
        const settings = await settingsFor(containers[name]?.secrets?.includes('owner-database-url') ? 'endcap_owner' : 'endcap_app');
        const secret = join(machine.folder, `${name}-database-url`);
        writeFileSync(secret, readFileSync(settings['DATABASE_URL_FILE'] ?? '', 'utf8').replace(/endcap$/m, 'contained'));
        const own = { ...containers[name]?.environment, ...settings, DATABASE_URL_FILE: secret, ENDCAP_FILES_DIR: files };
        return theImage().run([...(containers[name]?.entrypoint ?? []), ...words], own);
      };
      const backup = readdirSync(join(machine.folder, 'var/backups/endcap')).find((name) => name.startsWith('20')) ?? '';
      writeFileSync(join(machine.folder, 'erasures.txt'), `endcap-erasures-1 ${'a'.repeat(64)}\n`);
      const here = (word: string): string =>
        word
          .replace('THE-BACKUP', backup)
          .replace('/var/backups/endcap/erasures.txt', join(machine.folder, 'erasures.txt'))
          .replace('/var/backups', `${machine.folder}/var/backups`);
      const commands = fencesOf('docs/operators/backups.md', 'sh').find((text) => text.includes('docker compose run')) ?? '';
      const runs = [...commands.matchAll(/^docker compose run --rm --no-deps (\w+) (scripts\/.+)$/gm)].map(
        ([, service = '', words = '']) => [service, words.split(' ').map(here)] as const,
      );
      expect(await runIn('operator', runs[0]?.[1] ?? [])).toEqual([1, expect.stringContaining('endcap_app may make no tables')]);
      const outputs: string[] = [];
      for (const [service, words] of runs) {
        const [code, text] = await runIn(service, words);
        expect(code, text).toBe(0);
        outputs.push(text);
      }
      expect(outputs).toEqual([/Restored from/, /They are erased/, /All is as it was sealed/].map((text) => expect.stringMatching(text)));
    },
  );

  test('in processes.md start a healthy process each', async () => {
    const commands = fencesOf('docs/operators/processes.md', 'sh').find((text) => text.includes('processes/admin-api.ts')) ?? '';
    const [build, ...lines] = commands.trim().split('\n');
    expect([build, lines.length]).toEqual([expect.stringMatching(/^npm run build -- --production +#/), 4]);
    const addresses: Record<string, [string, string]> = {
      'admin-api': ['ENDCAP_ADMIN_PORT', 'readyz'],
      'app-api': ['ENDCAP_APP_PORT', 'readyz'],
      'push-worker': ['ENDCAP_METRICS_PORT', 'metrics'],
    };
    for (const line of lines) {
      const name = /processes\/([\w-]+)\.ts/.exec(line)?.[1] ?? '';
      const env = await settingsFor(name === 'migrate' ? 'endcap_owner' : 'endcap_app');
      const started = startIn(installed(), ['/bin/sh', '-c', `exec env ${line}`], { ...env, PATH: '/usr/bin:/bin' });
      if (name === 'migrate') expect(await once(started.child, 'close'), started.output()).toEqual([0, null]);
      else {
        const [port = '', path] = addresses[name] ?? [];
        const isWell = () =>
          fetch(`http://127.0.0.1:${env[port]}/${path}`).then(
            ({ ok }) => ok,
            () => false,
          );
        await expectStartAndStop(started, isWell, 75);
      }
    }
  });

  test(
    'wipe the database and restore the backup as in backups.md, with the two roles of installing.md',
    { tags: ['OPS-04', 'OPS-07'] },
    async () => {
      const [, restore = ''] = fencesOf('docs/operators/backups.md', 'sh');
      await machine.run('systemctl start endcap-backup');
      await machine.run('systemctl start endcap-erasures');
      const named = async (): Promise<string> =>
        (await machine.ask(BACK_OFFICE, '/api/v1/search?text=Otwarte', { headers: machine.staff() })).body;
      const before = await named();
      const backup = readdirSync(join(machine.folder, 'var/backups/endcap'))
        .filter((name) => name.startsWith('20'))
        .toSorted()
        .at(-1);
      await machine.run(restore.replace('THE-BACKUP', `/var/backups/endcap/${backup}`));
      expect(machine.running()).toEqual(NODES);
      expect(before).toContain('Otwarte');
      expect(await named()).toBe(before);
      // The processes run with the same roles and restrictions as before.
      expect(await statusOf(BACK_OFFICE, '/readyz')).toBe(200);
    },
  );

  /** Returns the results of calls made one after the other while commands ran. */
  const metDuring = async (
    commands: string,
    calls: readonly (() => Promise<number | string>)[],
    on: Pick<typeof machine, 'run' | 'running'> = machine,
  ): Promise<(number | string)[]> => {
    const met: (number | string)[] = [];
    let isDone = false;
    const asking = (async () => {
      while (!isDone) {
        for (const call of calls) met.push(await call());
        await sleep(20);
      }
    })();
    await on.run(commands).finally(() => (isDone = true));
    await asking;
    expect(on.running()).toEqual(NODES);
    expect(met.length).toBeGreaterThan(20);
    return met;
  };
  const reads = [() => statusOf(APP, `${FEED}&segments=${randomUUID()}`), () => statusOf(BACK_OFFICE, '/healthz')];

  test('install another version while every read is answered', async () => {
    expect((await metDuring(upgrade, reads)).filter((status) => status !== 200)).toEqual([]);
  });

  test(
    'install Prometheus as in monitoring.md: it scrapes every process, and each alert links to its part of the runbook',
    { tags: ['E-76'] },
    async () => {
      for (const commands of fencesOf('docs/operators/monitoring.md', 'sh')) await machine.run(commands);
      const prometheus = async (path: string): Promise<unknown> => {
        const answer = await fetch(`${machine.prometheus}/api/v1/${path}`, { headers: { connection: 'close' } }).catch(() => null);
        return answer?.ok ? ((await answer.json()) as { data: unknown }).data : null;
      };
      const answering = async (): Promise<string[]> => {
        const data = (await prometheus(`query?query=${encodeURIComponent('up{job="endcap"} == 1')}`)) as {
          result: { metric: { process: string } }[];
        } | null;
        return (data?.result ?? []).map(({ metric }) => metric.process).toSorted();
      };
      const kinds = ['admin-api', 'app-api', 'push-worker'];
      await expect.poll(answering).toEqual(kinds.flatMap((kind) => [kind, kind]));
      const { groups } = (await prometheus('rules')) as { groups: { rules: { name: string; annotations: { runbook_url: string } }[] }[] };
      const links = groups.flatMap(({ rules }) => rules).map(({ annotations }) => annotations.runbook_url.split('#'));
      expect(links.length).toBeGreaterThan(20);
      expect(links.filter(([file = '', anchor = '']) => !anchorsIn(fileURLToPath(file)).has(anchor))).toEqual([]);
    },
  );

  test('replace the nodes as in upgrading.md, each out of nginx first, without a failed read or write', { tags: ['D-20'] }, async () => {
    const [replace = ''] = fencesOf('docs/operators/upgrading.md', 'sh');
    const nodes = join(machine.folder, 'etc/nginx/conf.d/endcap-nodes.conf');
    const before = readFileSync(nodes, 'utf8');
    const write = () =>
      statusOf(BACK_OFFICE, '/api/v1/store-group', { method: 'POST', headers: machine.staff(), body: { name: randomUUID() } });
    expect((await metDuring(replace, [...reads, write])).filter((status) => status !== 200 && status !== 201)).toEqual([]);
    expect(readFileSync(nodes, 'utf8')).toBe(before);
  });

  test.each([
    ['upgrading.md', () => fencesOf('docs/operators/upgrading.md', 'sh')[0] ?? '', /3000 .* down;/],
    ['installing.md', () => upgrade.split('systemctl start endcap-migrate\n')[1] ?? '', /^/],
  ])(
    'with %s stop at a node that does not start, while the other node serves, and finish when they are repeated',
    { tags: ['D-20', 'OPS-12'] },
    async (_, of, marks) => {
      const commands = `cd /opt/endcap/current\n${of()}`;
      const nodes = join(machine.folder, 'etc/nginx/conf.d/endcap-nodes.conf');
      const settings = join(machine.folder, 'etc/endcap/endcap.env');
      const before = { nodes: readFileSync(nodes, 'utf8'), settings: readFileSync(settings, 'utf8') };
      appendFileSync(settings, 'LOG_LEVEL=none of these\n');
      // Shortens the timeout, since this node never starts.
      const stops = machine.letFail(() => machine.run(commands.replaceAll(/ 60$/gm, ' 1')));
      await expect(stops).rejects.toThrow(/ended with 1:[^]*readyz: ECONNREFUSED/);
      expect(machine.running()).toEqual(NODES.filter((name) => name.endsWith('@1')));
      expect(readFileSync(nodes, 'utf8')).toMatch(marks);
      for (const call of reads) expect(await call()).toBe(200);
      writeFileSync(settings, before.settings);
      await machine.letFail(() => machine.run(commands));
      expect(machine.running()).toEqual(NODES);
      expect(readFileSync(nodes, 'utf8')).toBe(before.nodes);
    },
  );

  test.each([
    ['upgrading.md', () => fencesOf('docs/operators/upgrading.md', 'sh')[0] ?? '', true],
    ['installing.md', () => upgrade.split('systemctl start endcap-migrate\n')[1] ?? '', false],
  ])('with %s restart the stopped node first, so that every read is answered', { tags: ['D-20', 'OPS-12'] }, async (_, of, isMarked) => {
    const nodes = join(machine.folder, 'etc/nginx/conf.d/endcap-nodes.conf');
    const before = readFileSync(nodes, 'utf8');
    await machine.run('systemctl stop endcap-admin-api@1 endcap-app-api@1 endcap-push-worker@1');
    if (isMarked) writeFileSync(nodes, before.replaceAll(/(127\.0\.0\.1:301[01] .*);/g, '$1 down;'));
    expect((await machine.letFail(() => metDuring(of(), reads))).filter((status) => status !== 200)).toEqual([]);
    expect(readFileSync(nodes, 'utf8')).toBe(before);
  });

  test('add a second machine with its own address, which restarts without failed reads and serves alone', { tags: ['E-75'] }, async () => {
    const nodes = join(machine.folder, 'etc/nginx/conf.d/endcap-nodes.conf');
    const before = readFileSync(nodes, 'utf8');
    const second = await machine.second();
    onTestFinished(second.close);
    // Each unit waits until its process is healthy, which here must not fail.
    await second.run(joins);
    expect(second.running()).toEqual(NODES);
    await machine.run(isAdded);
    expect(readFileSync(nodes, 'utf8').match(/127\.0\.0\.2:30[01][01] /g)).toHaveLength(4);
    const [, rolling = ''] = upgrade.split('systemctl start endcap-migrate\n');
    const restarts = `cd /opt/endcap/current\n${rolling}`;
    expect((await metDuring(restarts, reads, second)).filter((status) => status !== 200)).toEqual([]);
    await machine.run(`systemctl stop ${NODES.join(' ')}`);
    for (const call of reads) expect(await call()).toBe(200);
    await machine.run(`systemctl start ${NODES.join(' ')}`);
    writeFileSync(nodes, before);
    await machine.run('systemctl reload nginx');
  });

  test(
    'roll back as in upgrading.md, after which backups still include the tables of the newer schema',
    { tags: ['OPS-04', 'D-22'] },
    async () => {
      const newer = join(machine.folder, 'opt/endcap/2/apps/server/migrations/9999-later.sql');
      writeFileSync(newer, "create table later_thing (word text not null);\ninsert into later_thing values ('kept');\n");
      await machine.run('systemctl start endcap-migrate');
      await machine.run(fencesOf('docs/operators/upgrading.md', 'sh')[1] ?? '');
      expect(realpathSync(join(machine.folder, 'opt/endcap/current'))).toBe(realpathSync(installed()));
      const before = readdirSync(join(machine.folder, 'var/backups/endcap'));
      await machine.run('systemctl start endcap-backup');
      const taken = readdirSync(join(machine.folder, 'var/backups/endcap')).find((name) => !before.includes(name)) ?? '';
      const manifest = readFileSync(join(machine.folder, 'var/backups/endcap', taken, 'manifest.json'), 'utf8');
      expect(JSON.parse(manifest)).toMatchObject({
        steps: expect.arrayContaining(['9999-later']),
        tables: expect.arrayContaining([expect.objectContaining({ name: 'later_thing', rows: 1 })]),
      });
    },
  );
});
