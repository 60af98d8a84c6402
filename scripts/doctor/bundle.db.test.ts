import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { phones } from '../../apps/server/test/builders.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { sendingAs } from '../../apps/server/test/sending.ts';
import { readConfig, redactedSettings } from '../../apps/server/src/config.ts';
import { query } from '../backup/backup-scene.ts';
import { runCommand } from '../test/run-command.ts';
import { runDoctorCommand } from './command.ts';
import { healthySettings } from './doctor-scene.ts';

let world: FreshWorld;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  world = await freshWorld();
  ({ folder, env } = healthySettings(world));
  env = { ...env, ENDCAP_ADMIN_URL: 'http://127.0.0.1:1', ENDCAP_APP_URL: 'http://127.0.0.1:1' };
});
afterAll(() => world.close());

const run = (words: string[], own: Record<string, string> = {}) => runCommand(runDoctorCommand, { ...env, ...own }, ...words);
let made = 0;
const fresh = (name: string): string => join(folder, `${(made += 1)}-${name}`);
/** The texts in a bundle, by name, as tar unpacks them. */
const unpacked = (file: string): Record<string, string> => {
  const place = fresh('unpacked');
  mkdirSync(place);
  const { status, stderr } = spawnSync('tar', ['-xzf', file, '-C', place], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const inside = join(place, 'endcap-bundle');
  return Object.fromEntries(readdirSync(inside).map((name) => [name, readFileSync(join(inside, name), 'utf8')]));
};

const logIn = (files: Record<string, string>): string | undefined => Object.entries(files).find(([name]) => name.startsWith('log-'))?.[1];

/** A word for each secret that stands nowhere else. */
const planted = {
  user: 'planted-user',
  database: 'planted/database+password',
  direct: 'planted-direct-password',
  tester: 'planted-tester-code',
  s3key: 'PLANTEDS3KEY',
  s3secret: 'planted/s3+secret==',
  model: 'sk-planted-model-key',
  cloudinaryKey: '900100200300',
  cloudinarySecret: 'planted-cloudinary-secret',
  token: 'planted-import-token-0123456789abcdef',
  otherToken: 'planted-second-token-0123456789abcdef',
  tile: 'planted-map-key',
} as const;
const secretEnv = {
  DATABASE_URL: `postgres://${planted.user}:${encodeURIComponent(planted.database)}@127.0.0.1:1/none`,
  ENDCAP_DATABASE_DIRECT_URL: `postgres://${planted.user}:${planted.direct}@127.0.0.1:1/none`,
  ENDCAP_TESTER_CODE: planted.tester,
  ENDCAP_FILES_S3_BUCKET: 'uploads',
  ENDCAP_FILES_S3_ENDPOINT: 'http://127.0.0.1:1',
  ENDCAP_FILES_S3_KEY: planted.s3key,
  ENDCAP_FILES_S3_SECRET: planted.s3secret,
  ENDCAP_ASSISTANT_BASE_URL: 'http://127.0.0.1:1',
  ENDCAP_ASSISTANT_API_KEY: planted.model,
  ENDCAP_CLOUDINARY_URL: `cloudinary://${planted.cloudinaryKey}:${planted.cloudinarySecret}@chain`,
  ENDCAP_IMPORT_TOKENS: `${planted.token}, ${planted.otherToken}`,
  ENDCAP_MAP_TILE_URL: `https://tile.example/{z}/{x}/{y}.png?key=${planted.tile}`,
};

test('no text of any secret setting is in the bundle, also where a log repeats it', { tags: ['E-7E'] }, async () => {
  const config = readConfig({ ...env, ...secretEnv });
  const isSecret = Object.entries(redactedSettings(config)).filter(([, shown]) => shown === 'set' || shown === 'not set');
  // A secret setting that is new has to be planted here.
  expect(isSecret.filter(([, shown]) => shown === 'not set')).toEqual([]);
  expect(isSecret.map(([name]) => name).filter((name) => !(name in secretEnv))).toEqual([]);

  const { private_key: key } = JSON.parse(readFileSync(inject('credentialsFile'), 'utf8')) as { private_key: string };
  const words = Object.entries(planted).flatMap(([name, word]) => (name === 'user' ? [] : [word]));
  const log = fresh('endcap.log');
  const spelt = words.flatMap((word) => [word, encodeURIComponent(word), Buffer.from(word).toString('base64'), JSON.stringify({ word })]);
  writeFileSync(log, [...spelt, ...Object.values(secretEnv), key, JSON.stringify({ key }), 'the last line'].join('\n'));

  const file = fresh('bundle.tar.gz');
  const { code, out } = await run(['--bundle', file, '--log', log], secretEnv);
  expect([code, out]).toEqual([1, expect.stringContaining(`Written to ${file}`)]);
  const text = gunzipSync(readFileSync(file)).toString();
  for (const word of words)
    for (const spelling of [word, encodeURIComponent(word), Buffer.from(word).toString('base64')]) expect(text).not.toContain(spelling);
  for (const line of key.split('\n').filter((one) => one.length > 16 && !one.startsWith('-----'))) expect(text).not.toContain(line);
  const files = unpacked(file);
  expect(logIn(files)).toMatch(/\[hidden\][^]*the last line\n$/);
  expect(JSON.parse(files['settings.json'] ?? '')).toMatchObject({
    DATABASE_URL: 'set',
    ENDCAP_FILES_S3_BUCKET: 'uploads',
    ENDCAP_IMPORT_TOKENS: 'set',
    ENDCAP_MAP_TILE_URL: expect.not.stringContaining('key'),
  });
});

test(
  'holds the doctor in words and as JSON, versions, migrations, tables, open sends and the health of both APIs',
  { tags: ['E-7E'] },
  async () => {
    const admin = await world.tokenOf('admin');
    await phones(world.db, { count: 3 });
    const id = await sendingAs(
      () => world,
      () => admin,
    ).send({ title: 'Sekret kuchni' });
    const file = fresh('bundle.tar.gz');
    const { out } = await run(['--bundle', file, '--json']);
    const files = unpacked(file);
    expect(Object.keys(files).toSorted()).toEqual([
      'README.txt',
      'database.json',
      'doctor.json',
      'doctor.txt',
      'health.json',
      'log.txt',
      'settings.json',
      'versions.json',
    ]);
    const read = (name: string) => JSON.parse(files[name] ?? '') as Record<string, unknown>;
    expect((read('doctor.json') as unknown as { name: string }[]).map(({ name }) => name)).toEqual(
      (JSON.parse(out) as { name: string }[]).map(({ name }) => name),
    );
    expect(files['doctor.txt']).toMatch(/^ok {5}settings/);
    expect(read('versions.json')).toMatchObject({ endcap: { version: expect.any(String) }, node: process.versions.node });
    const database = read('database.json');
    expect(Object.values(database).filter((part) => !Array.isArray(part))).toEqual([]);
    expect(database).toMatchObject({
      migrations: expect.arrayContaining([{ name: '0094-baseline', appliedAt: expect.any(String) }]),
      tables: expect.arrayContaining([expect.objectContaining({ name: 'store', bytes: expect.any(Number) })]),
      openSends: [expect.objectContaining({ notificationId: id, state: expect.any(String) })],
    });
    expect(read('health.json')).toEqual({ staff: { error: expect.any(String) }, app: { error: expect.any(String) } });
    expect(files['log.txt']).toContain('No log is known');
    expect(Object.values(files).join('')).not.toContain('Sekret kuchni');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await query(world.databaseUrl, `update fan_out set state = 'finished', finished_at = now() where notification_id = '${id}'`);
  },
);

test('has the last 1,000 lines of a log, replaces no file, and --log alone is refused', { tags: ['E-7E'] }, async () => {
  const log = fresh('endcap.log');
  writeFileSync(log, Array.from({ length: 1_200 }, (_, n) => `line ${n}\n`).join(''));
  const file = fresh('bundle.tar.gz');
  expect(await run(['--log', log, '--bundle', file])).toMatchObject({ errors: '' });
  const lines = (logIn(unpacked(file)) ?? '').trimEnd().split('\n');
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([1_000, 'line 200', 'line 1199']);
  const before = readFileSync(file);
  expect(await run(['--bundle', file])).toMatchObject({ code: 1, errors: expect.stringContaining('EEXIST') });
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(await run(['--log', log])).toMatchObject({ code: 2, errors: expect.stringContaining('--log is for --bundle') });
  expect(await run(['--bundle'])).toMatchObject({ code: 2, errors: expect.stringContaining('--bundle and --log take a FILE') });
});
