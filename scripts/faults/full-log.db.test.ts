import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../postgres/free-port.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

test('D-21: with a full disk under its log a process answers, and ends as it is told', async () => {
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['apps/server/src/processes/app-api.ts'], {
    stdio: ['ignore', full, 'inherit', 'ipc'],
    env: {
      ...process.env,
      LOG_LEVEL: 'debug',
      APP_PORT: String(port),
      DRAIN_SECONDS: '0',
      DATABASE_URL: world.databaseUrl,
      OIDC_ISSUER: inject('issuer'),
      OIDC_CLIENT_ID: 'endcap-web',
      OIDC_AUDIENCE: 'urn:endcap:api',
    },
  });
  closeSync(full);
  await new Promise((resolve) => child.once('message', resolve));
  for (let n = 0; n < 50; n += 1) expect((await fetch(`http://127.0.0.1:${port}/app/v1/nothing-${n}`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
