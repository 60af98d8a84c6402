import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { portOf } from '../../apps/server/test/port-of.ts';

const CLIENT = 'scripts/openapi/client';
const GENERATED = `${CLIENT}/generated`;
// Asynchronous, because the called servers run in this process.
const run = async (file: string, given: string[], env: Record<string, string> = {}): Promise<string> =>
  (
    await promisify(execFile)(file, given, {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', ...env },
    })
  ).stdout;

let world: FreshWorld;
let urls: { staff: string; phones: string };
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_ADMIN_URL: 'https://endcap.koszyk.pl', ENDCAP_APP_URL: 'https://app.koszyk.pl' });
  for (const app of [world.adminApp, world.appApp]) await app.listen({ port: 0, host: '127.0.0.1' });
  const at = (app: FreshWorld['adminApp']): string => `http://127.0.0.1:${portOf(app.server)}`;
  urls = { staff: at(world.adminApp), phones: at(world.appApp) };
  rmSync(GENERATED, { recursive: true, force: true });
  mkdirSync(GENERATED, { recursive: true });
  for (const [name, url] of Object.entries(urls))
    writeFileSync(`${GENERATED}/${name}.json`, await (await fetch(`${url}/openapi.json`)).text());
  for (const name of Object.keys(urls))
    await run(process.execPath, ['scripts/openapi/generate.mjs', `${GENERATED}/${name}.json`, `${GENERATED}/${name}.d.ts`]);
  await run(process.execPath, ['scripts/openapi/generate-openapi-ts.mjs', `${GENERATED}/staff.json`, `${GENERATED}/openapi-ts`]);
  await run('oazapfts', ['--optimistic', `${GENERATED}/staff.json`, `${GENERATED}/oazapfts.ts`]);
});
afterAll(() => world.close());

test('clients of three generators compile, and none accepts a string as a file', { tags: ['KIT-04', 'E-2F'] }, async () => {
  expect(await run('tsc', ['--noEmit', '-p', CLIENT])).toBe('');
  expect(await run('tsc', ['--noEmit', '-p', `${CLIENT}/tsconfig.runtimes.json`])).toBe('');
});
test.each([
  ['with-openapi-ts', { title: 'Fresh rolls', name: 'bread.png', code: 'invalid', wrong: 'required', text: 'bread.png' }],
  ['with-oazapfts', { title: 'Fresh buns', name: 'bread.png', code: 'invalid', text: 'bread.png' }],
])('the client %s sends, reads a list and uploads a file', { tags: ['E-2F'] }, async (name, expected) => {
  const heard = await run(process.execPath, [`${CLIENT}/${name}.ts`], {
    STAFF_URL: urls.staff,
    TOKEN: await world.tokenOf('admin'),
    KEY: `generated-${name}`,
  });
  expect(JSON.parse(heard)).toEqual(expected);
});
test('redocly reports no errors or warnings for either description', { tags: ['KIT-04'] }, async () => {
  for (const name of Object.keys(urls)) {
    const found = await run('redocly', [
      'lint',
      '--config',
      'scripts/openapi/redocly.yaml',
      '--format',
      'json',
      `${GENERATED}/${name}.json`,
    ]);
    expect((JSON.parse(found) as { totals: object }).totals, name).toMatchObject({ errors: 0, warnings: 0 });
  }
});
test('redocly reports an operation without a description', { tags: ['KIT-04'] }, async () => {
  const bad = `${GENERATED}/bad.json`;
  writeFileSync(bad, '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/a":{"get":{"responses":{}}}}}');
  await expect(run('redocly', ['lint', '--config', 'scripts/openapi/redocly.yaml', bad])).rejects.toThrow(
    /Validation failed with \d+ error/,
  );
});
test('redocly reports two ambiguous paths', { tags: ['KIT-04'] }, async () => {
  const bad = `${GENERATED}/ambiguous.json`;
  const get = { responses: {} };
  const paths = { '/a/{id}/usage': { get }, '/a/lists/{list}': { get } };
  writeFileSync(bad, JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }));
  await expect(run('redocly', ['lint', '--config', 'scripts/openapi/redocly.yaml', '--format', 'json', bad])).rejects.toMatchObject({
    stdout: expect.stringContaining('"ruleId": "no-ambiguous-paths"'),
  });
});
test('the client with openapi-typescript makes a send end to end and uploads a file', { tags: ['KIT-04', 'E-2F'] }, async () => {
  const heard = await run(process.execPath, [`${CLIENT}/send.ts`], {
    STAFF_URL: urls.staff,
    PHONE_URL: urls.phones,
    TOKEN: await world.tokenOf('admin'),
    KEY: 'generated-client-1',
  });
  expect(JSON.parse(heard)).toEqual({
    device: expect.stringMatching(/^[a-z0-9]+$/),
    id: expect.stringMatching(/^[a-z0-9]+$/),
    title: 'Fresh bread',
    code: 'invalid',
    wrong: 'required',
    never: false,
  });
  const uploaded = await run(process.execPath, [`${CLIENT}/upload.ts`], {
    STAFF_URL: urls.staff,
    TOKEN: await world.tokenOf('admin'),
  });
  expect(JSON.parse(uploaded)).toEqual({ type: 'image/png', name: 'bread.png', text: 'bread.png' });
});
