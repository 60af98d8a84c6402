import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCluster } from '../postgres/cluster.ts';
import { type Product, startProduct } from '../test/running-product.ts';

const folders: string[] = [];
const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-launch-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const env = { ENDCAP_SEED_DEVICES: '500' };
/** Free ports, so that the test can run beside a product on its usual ports. */
const anyPorts = {
  ENDCAP_ADMIN_PORT: '0',
  ENDCAP_APP_PORT: '0',
  ENDCAP_SANDBOX_IDENTITY_PORT: '0',
  ENDCAP_SANDBOX_GATEWAY_PORT: '0',
  ENDCAP_SANDBOX_PHONE_PORT: '0',
  ENDCAP_SANDBOX_GATEWAY_CONTROL_PORT: '0',
};
const postmaster = (folder: string): number => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const notificationsAt = async ({ adminUrl, issuer }: { adminUrl: string; issuer: string }): Promise<number> => {
  const { token } = (await (await fetch(`${issuer}/sandbox/token?person=admin`)).json()) as { token: string };
  return (
    (await (await fetch(`${adminUrl}/api/v1/notification-editor/list`, { headers: { authorization: `Bearer ${token}` } })).json()) as {
      total: number;
    }
  ).total;
};
const environmentOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    // The process belonged to another test, which has ended it in the meantime.
    return '';
  }
};
const workersOf = (folder: string): number[] =>
  execFileSync('pgrep', ['-f', 'processes/push-worker.ts'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
    .filter((pid) => environmentOf(pid).includes(`${folder}/`));
const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', () => resolve())));

/** Starts the launcher with settings that it must refuse. Returns its exit code and output. */
const refusal = async (more: Record<string, string>): Promise<{ code: number | null; output: string }> => {
  const child = spawn(process.execPath, ['scripts/launch/main.ts'], { env: { ...process.env, ...env, ...more } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { code, output };
};

test(
  'a second start keeps the data and adopts the database of a killed launcher; a folder in use is refused',
  { tags: ['GEN-13', 'F50', 'F52'] },
  async () => {
    const folder = aFolder();
    const first = await startProduct({ folder, env });
    expect(await notificationsAt(first)).toBe(8);
    const refused = await refusal({ ENDCAP_DATA_DIR: folder });
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Endcap already runs on') });
    const database = postmaster(folder);
    first.launcher.kill('SIGKILL');
    await ended(first.launcher);
    expect(isAlive(database)).toBe(true);
    // The services exit once their parent is gone.
    await expect
      .poll(() =>
        fetch(`${first.adminUrl}/healthz`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false);

    const second = await startProduct({ folder, env });
    expect(postmaster(folder)).toBe(database);
    expect(await notificationsAt(second)).toBe(8);
    await second.stop();
    // Ctrl-C stops everything, the database included.
    expect(isAlive(database)).toBe(false);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
    await expect(fetch(`${second.adminUrl}/healthz`)).rejects.toThrow();
  },
);

describe('while it runs', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env });
  });
  afterAll(() => product.stop());

  test('the product restarts a killed database and recovers without loss', { tags: ['F40'] }, async () => {
    const killed = postmaster(product.folder);
    process.kill(killed, 'SIGKILL');
    expect((await fetch(`${product.adminUrl}/healthz`)).status).toBe(200);
    await expect.poll(() => postmaster(product.folder)).not.toBe(killed);
    // Readiness is cached for a second, and may be that of the old server.
    await expect.poll(() => notificationsAt(product)).toBe(8);
    expect((await fetch(`${product.adminUrl}/readyz`)).status).toBe(200);
    expect(isAlive(killed)).toBe(false);
  });

  test('scripts/launch/worker.ts adds a push worker, which delivers while the first one is stopped', async () => {
    const nowhere = spawn(process.execPath, ['scripts/launch/worker.ts'], { env: { ...process.env, ENDCAP_DATA_DIR: aFolder() } });
    let output = '';
    nowhere.stderr.on('data', (chunk) => (output += chunk));
    await ended(nowhere);
    expect([nowhere.exitCode, output]).toEqual([78, expect.stringContaining('start Endcap there first')]);

    const [first = 0] = workersOf(product.folder);
    process.kill(first, 'SIGSTOP');
    const second = fork('scripts/launch/worker.ts', {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: product.environment,
    });
    await new Promise((resolve) => second.once('message', resolve));
    expect(workersOf(product.folder)).toHaveLength(2);
    const token = ((await (await fetch(`${product.issuer}/sandbox/token?person=admin`)).json()) as { token: string }).token;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ title: 'Drugi', content: 'Pracownik', validUntil: new Date(Date.now() + 86_400_000).toISOString() });
    const editor = `${product.adminUrl}/api/v1/notification-editor`;
    const { _id } = (await (await fetch(editor, { method: 'POST', headers, body })).json()) as { _id: string };
    const remaining = async () =>
      ((await (await fetch(`${editor}/${_id}`, { headers })).json()) as { details: { remaining: number } | null }).details?.remaining;
    await expect.poll(remaining).toBe(0);
    second.kill('SIGTERM');
    await ended(second);
    process.kill(first, 'SIGCONT');
  });

  test('the launcher restarts a killed worker', async () => {
    const workers = (): number[] => workersOf(product.folder);
    const [victim = 0] = workers();
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => workers().filter((pid) => pid !== victim).length).toBe(1);
  });
});

test('the launcher reports a port in use in one sentence with the setting', async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  const address = squatter.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const { code, output } = await refusal({ ENDCAP_DATA_DIR: aFolder(), ENDCAP_ADMIN_PORT: port, ENDCAP_APP_PORT: '0' });
  squatter.close();
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toContain(`port ${port} (ENDCAP_ADMIN_PORT)`);
});

test('the launcher refuses data of another PostgreSQL version in one sentence, and leaves it unchanged', async () => {
  const folder = aFolder();
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '13\n');
  writeFileSync(join(folder, 'postgres.password'), 'x');
  const { code, output } = await refusal({ ...anyPorts, ENDCAP_DATA_DIR: folder });
  expect([code, output]).toEqual([1, expect.stringMatching(/was written by PostgreSQL 13, this is 1\d.*Nothing was changed/)]);
  expect(readFileSync(join(folder, 'postgres/PG_VERSION'), 'utf8')).toBe('13\n');
});

test('startCluster refuses damaged or inaccessible data in one sentence, and leaves it unchanged', { tags: ['D-23'] }, async () => {
  const folder = aFolder();
  const data = join(folder, 'postgres');
  const cluster = await startCluster({ folder, durable: false });
  await cluster.stop();
  const { uid, gid } = statSync(data);
  const tree = (): string[] => [...readdirSync(folder), ...readdirSync(data), readFileSync(join(folder, 'postgres.password'), 'utf8')];
  const told = async (sentence: RegExp): Promise<void> => {
    const before = tree();
    await expect(startCluster({ folder, durable: false, supervised: true })).rejects.toThrow(sentence);
    expect(tree()).toEqual(before);
  };
  chmodSync(data, 0o755);
  await told(/may be entered by others \(mode 755\).*chmod 700/);
  chmodSync(data, 0o700);
  if (process.getuid?.() === 0) {
    chownSync(data, 12_345, gid);
    await told(/belongs to account 12345, and PostgreSQL runs under \d+: chown/);
    chownSync(data, uid, gid);
  }
  writeFileSync(join(data, 'postmaster.pid'), 'broken');
  await told(/has a damaged postmaster.pid: remove/);
  rmSync(join(data, 'postmaster.pid'));
  renameSync(join(data, 'PG_VERSION'), join(folder, 'kept'));
  await told(/holds something, but no PG_VERSION/);
  renameSync(join(folder, 'kept'), join(data, 'PG_VERSION'));
  // With everything back in place, PostgreSQL opens the data as before.
  await (await startCluster({ folder, durable: false })).stop();
});

test('the launcher reports a folder that is not writable in one sentence', async () => {
  const { code, output } = await refusal({ ENDCAP_DATA_DIR: '/dev/null/endcap', ...anyPorts });
  expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringContaining('cannot write to /dev/null/endcap')]]);
});
