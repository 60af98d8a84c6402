import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { build, connectionName, versionText } from '../../apps/server/src/platform/build.ts';
import { ping } from '../../apps/server/src/platform/db/ping.ts';
import { connectDatabase } from '../../apps/server/src/context.ts';
import { checkPool } from '../../apps/server/src/platform/checks/database-checks.ts';
import { checkProcesses } from '../../apps/server/src/platform/checks/process-checks.ts';
import { describeVersion } from './version-checks.ts';

let world: FreshWorld;
let doctor: pg.Client;
beforeAll(async () => {
  world = await freshWorld();
  doctor = new pg.Client({ connectionString: world.databaseUrl });
  await doctor.connect();
});
afterAll(async () => {
  await doctor.end();
  await world.close();
});

test('names version, commit, time of the build and newest migration', { tags: ['E-78'] }, () => {
  expect(describeVersion({ version: '1.4.0', commit: 'abc', builtAt: '2026-11-28T12:00:00.000Z', migration: '0002-second' })).toEqual({
    state: 'ok',
    says: '1.4.0 (abc), built 2026-11-28T12:00:00.000Z, newest migration 0002-second',
  });
  expect(describeVersion({ version: '1.4.0', commit: null, builtAt: null, migration: '0002-second' }).says).toBe(
    '1.4.0, not built, newest migration 0002-second',
  );
});

test('adds up the connections of the processes that are connected, or of one of each', { tags: ['E-7C'] }, async () => {
  expect((await checkPool(doctor, 10)).says).toMatch(
    /^one of each process may open 33 connections of the \d+ that there are; \d+ are open$/,
  );
  const names = [
    connectionName('app-api', 1),
    connectionName('app-api', 2),
    connectionName('push-worker', 3),
    connectionName('migrate', 4),
  ];
  const connected = names.map((application_name) => new pg.Client({ connectionString: world.databaseUrl, application_name }));
  for (const client of connected) await client.connect();
  expect(await checkPool(doctor, 10)).toMatchObject({
    state: 'ok',
    says: expect.stringMatching(/^the processes that are connected \(2 app-api, 1 push-worker\) may open 34 connections of the /),
  });
  expect((await checkPool(doctor, 0)).says).toMatch(/\(2 app-api, 1 push-worker\) may open 4 connections past the pooler of the /);
  expect(await checkPool(doctor, 1_000)).toMatchObject({ state: 'wrong' });
  for (const client of connected) await client.end();
});

test('lists the versions of the connected processes, and notes when there are several', { tags: ['E-78'] }, async () => {
  expect(await checkProcesses(doctor)).toMatchObject({ state: 'note', says: expect.stringMatching(/^no process has a connection/) });
  const running = connectDatabase({ ...world.world, name: 'app-api' });
  await ping(running);
  expect(await checkProcesses(doctor)).toEqual({ state: 'ok', says: `${versionText(build)}: 1 app-api` });
  expect(await checkProcesses(doctor, { ...build, version: '99.0.0', commit: null })).toMatchObject({
    state: 'note',
    says: expect.stringContaining('This check runs in version 99.0.0'),
  });
  const older = { ...build, version: '0.0.9', commit: 'abc' };
  const others = [1, 2].map(
    (pid) => new pg.Client({ connectionString: world.databaseUrl, application_name: connectionName('push-worker', pid, older) }),
  );
  for (const other of others) await other.connect();
  expect(await checkProcesses(doctor)).toEqual({
    state: 'note',
    says: `${versionText(build)}: 1 app-api; 0.0.9 (abc): 2 push-worker. Several versions run: replace the older ones (docs/operators/upgrading.md)`,
  });
  for (const other of others) await other.end();
  await running.destroy();
});
