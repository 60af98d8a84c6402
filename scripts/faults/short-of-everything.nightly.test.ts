import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';

let world: FreshWorld;
let port: number;
let running: ChildProcess | undefined;
beforeAll(async () => {
  world = await freshWorld();
  port = await freePort();
});
afterAll(() => world.close());
afterEach(async () => {
  if (running && running.exitCode === null) {
    const gone = once(running, 'exit');
    process.kill(-(running.pid ?? 0), 'SIGKILL');
    await gone;
  }
});

/** Starts the app API with a shell command line, in which `$API` stands for its command. */
const start = (line: string): void => {
  const api = `${process.execPath} apps/server/src/processes/app-api.ts`;
  running = spawn('bash', ['-c', line.replace('$API', api)], {
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      LOG_LEVEL: 'debug',
      ENDCAP_APP_PORT: String(port),
      DATABASE_URL: world.databaseUrl,
      ENDCAP_DATABASE_POOL_SIZE: '2',
      ENDCAP_OIDC_ISSUER: inject('issuer'),
      ENDCAP_OIDC_CLIENT_ID: 'endcap-web',
      ENDCAP_OIDC_AUDIENCE: 'urn:endcap:api',
    },
  });
};
const ready = (): Promise<number> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 0,
  );
const untilReadyAgain = () => expect.poll(ready, { interval: 200 }).toBe(200);

test('the app API keeps serving after the reader of its log has closed the pipe', { tags: ['F72'] }, async () => {
  start('$API | head -c 1 > /dev/null');
  await untilReadyAgain();
  // Each refused call writes a log line into the closed pipe.
  for (let n = 0; n < 20; n += 1)
    expect((await fetch(`http://127.0.0.1:${port}/app/v1/devices`, { method: 'POST' })).status).toBeGreaterThanOrEqual(400);
  expect(await ready()).toBe(200);
});
test('the app API serves while its log cannot be written, and exits with 0 on SIGTERM', { tags: ['D-21'] }, async () => {
  start('ENDCAP_DRAIN_SECONDS=0 exec $API > /dev/full');
  await untilReadyAgain();
  for (let n = 0; n < 50; n += 1) expect((await fetch(`http://127.0.0.1:${port}/app/v1/nothing-${n}`)).status).toBe(404);
  expect(await ready()).toBe(200);
  const ended = once(running as ChildProcess, 'exit');
  running?.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
test('the app API survives running out of file descriptors, and is ready again once they are free', { tags: ['F63'] }, async () => {
  start('ulimit -n 64; exec $API');
  await untilReadyAgain();
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
      return socket;
    }),
  );
  expect(running?.exitCode).toBe(null);
  for (const socket of sockets) socket.destroy();
  await untilReadyAgain();
});
