import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { argumentsOf } from './arguments.ts';
import { changeRows, createEmptyLocation, furnish, newFolder, openFolder, locationOf, query, rowsOf, unstopped } from './backup-scene.ts';
import { takeBackup } from './take-backup.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
  await furnish(world);
});
afterAll(() => world.close());

type Ended = { code: number | null; out: string; errors: string };
const settings = () => ({ DATABASE_URL: world.databaseUrl, ENDCAP_FILES_DIR: world.world.config.ENDCAP_FILES_DIR });
/** Runs a command like npm does. `before` is a command that wraps it. */
const run = async (words: string[], env: Record<string, string> = settings(), before: string[] = []): Promise<Ended> => {
  const [program = '', ...rest] = [
    ...before,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    'scripts/backup/main.ts',
    ...words,
  ];
  const child = spawn(program, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended: Ended = { code: null, out: '', errors: '' };
  child.stdout.on('data', (text: Buffer) => (ended.out += text));
  child.stderr.on('data', (text: Buffer) => (ended.errors += text));
  ended.code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return ended;
};

test('npm run backup and npm run restore copy a database; with --json they print one line of JSON', { tags: ['OPS-04'] }, async () => {
  const folder = newFolder();
  const taken = await run(['backup', folder, '--json']);
  expect(taken).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(taken.out)).toMatchObject({ folder, files: 1, lost: 0, rows: expect.any(Number) });
  // Monitoring reads the age of the last backup from this table.
  const { takenAt } = JSON.parse(taken.out) as { takenAt: string };
  const noted = await query<{ at: Date; lost: number }>(world.databaseUrl, 'select taken_at as at, lost from last_backup');
  expect(noted).toEqual([{ at: new Date(takenAt), lost: 0 }]);
  const location = await createEmptyLocation();
  const restored = await run(['restore', folder], { DATABASE_URL: location.url, ENDCAP_FILES_DIR: location.files });
  expect(restored).toMatchObject({ code: 0, errors: '', out: expect.stringContaining(`Restored from ${folder}:`) });
  expect({ ...(await rowsOf(location.url)), last_backup: null }).toEqual({ ...(await rowsOf(world.databaseUrl)), last_backup: null });
  const again = await run(['restore', folder], { DATABASE_URL: location.url, ENDCAP_FILES_DIR: join(location.files, 'new') });
  expect(again).toEqual({ code: 1, out: '', errors: 'restore: The database is not empty: restore into a new one. Nothing was changed.\n' });
  await location.drop();
});

test(
  'backs up a read-only database and one without the table of backups, without recording the backup there',
  { tags: ['OPS-04'] },
  async () => {
    const name = new URL(world.databaseUrl).pathname.slice(1);
    const noted = () => query(world.databaseUrl, 'select taken_at from last_backup');
    const before = await noted();
    await query(world.databaseUrl, `alter database ${name} set default_transaction_read_only = on`);
    expect(await run(['backup', newFolder()])).toMatchObject({ code: 0, errors: '' });
    const beside = world.databaseUrl.replace(/[^/]+$/, 'postgres');
    await query(beside, `alter database ${name} reset default_transaction_read_only`);
    expect(await noted()).toEqual(before);
    await query(world.databaseUrl, 'alter table last_backup rename to kept_back');
    expect(await run(['backup', newFolder()])).toMatchObject({ code: 0, errors: expect.stringContaining('kept_back') });
    await query(world.databaseUrl, 'alter table kept_back rename to last_backup');
    expect(await noted()).toEqual(before);
  },
);

test('backup refuses a missing database of npm start; restore creates it', { tags: ['OPS-04'] }, async () => {
  const folder = newFolder();
  await takeBackup(locationOf(world), folder, unstopped);
  const env = { ENDCAP_DATA_DIR: join(openFolder(), 'new') };
  expect(await run(['backup', newFolder()], env)).toMatchObject({ code: 1, errors: expect.stringContaining('There is no database in') });
  expect(existsSync(env.ENDCAP_DATA_DIR)).toBe(false);
  expect(await run(['restore', folder], env)).toMatchObject({ code: 0 });
  expect(readdirSync(join(env.ENDCAP_DATA_DIR, 'files'))).toEqual(readdirSync(world.world.config.ENDCAP_FILES_DIR));
  expect(await run(['backup', newFolder()], env)).toMatchObject({ code: 0, out: expect.stringContaining('Backed up to') });
});

describe('invalid arguments and settings', { tags: ['OPS-04'] }, () => {
  test.each([
    ['backup', [], 'the folder is missing'],
    ['restore', [], 'the folder is missing'],
    ['backup', ['a', 'b'], 'one folder, not 2'],
    ['drill', ['--wat'], '--wat is not known'],
    ['restore', ['a', '--force'], '--force is not known'],
    ['backup', ['--josn', 'a'], '--josn is not known'],
  ] as const)('%s rejects the arguments %j', (command, words, problem) =>
    expect(argumentsOf(command, words)).toBe(`npm run ${command}: ${problem}; \`npm run ${command} -- --help\` says all.`),
  );
  test('exit with code 2 and 78 before anything is written; --help prints the usage', async () => {
    expect(await run(['backup', '--wat'])).toEqual({
      code: 2,
      out: '',
      errors: expect.stringMatching(/^npm run backup: --wat is not known; .+\n$/),
    });
    for (const command of ['backup', 'restore', 'drill'])
      expect(await run([command, 'x', '--help'])).toMatchObject({
        code: 0,
        errors: '',
        out: expect.stringContaining(`npm run ${command}`),
      });
    const folder = newFolder();
    for (const wrong of [
      { ENDCAP_FILES_S3_KEY: 'k' },
      { DATABASE_URL: world.databaseUrl.replace(/:[^:@/]+@/, ':hunter2@') },
      { ENDCAP_FILESDIR: 'x' },
    ]) {
      const ended = await run(['backup', folder], { ...settings(), ...wrong });
      expect(ended, JSON.stringify(wrong)).toMatchObject({ code: 78, out: '', errors: expect.stringContaining('Configuration: ') });
      expect(ended.errors).not.toContain('hunter2');
    }
    expect(existsSync(folder)).toBe(false);
  });
});

test.skipIf(process.platform !== 'linux')(
  'backup reports a full disk in one sentence and leaves no partial backup',
  { tags: ['OPS-04'] },
  async () => {
    const folder = newFolder();
    const { code, out, errors } = await run(['backup', folder], settings(), ['prlimit', '--fsize=2000']);
    expect({ code, out, errors }).toEqual({
      code: 1,
      out: '',
      errors: `backup: There is no room left in ${join(folder, '..')}. Nothing was changed.\n`,
    });
    expect(readdirSync(join(folder, '..'))).toEqual([]);
  },
);

describe('the drill', { tags: ['OPS-04'] }, () => {
  test(
    'backs up, restores into a separate database, compares, starts it, sends a test and removes everything',
    { tags: ['F69'] },
    async () => {
      const folder = openFolder();
      // Processes that run on a copy must not read the settings of production.
      const url = join(openFolder(), 'url');
      writeFileSync(url, world.databaseUrl);
      const production = {
        DATABASE_URL_FILE: url,
        ENDCAP_FILES_DIR: world.world.config.ENDCAP_FILES_DIR,
        ENDCAP_PRODUCT_KEY: 'other',
        ENDCAP_PUSH_ENDPOINT: 'https://127.0.0.1:1',
        NODE_ENV: 'test',
      };
      const before = await rowsOf(world.databaseUrl);
      const ended = await run(['drill', '--json'], { ...production, TMPDIR: folder });
      expect(ended).toMatchObject({ code: 0, errors: '' });
      expect(JSON.parse(ended.out)).toMatchObject({
        folder: null,
        files: 1,
        lost: 0,
        steps: { backup: expect.any(Number), test: expect.any(Number) },
      });
      expect(readdirSync(folder)).toEqual([]);
      const after = await rowsOf(world.databaseUrl);
      // Only the time of the drill is recorded.
      expect(after).toEqual({ ...before, last_drill: [expect.any(String)] });
    },
  );
  test('exits with code 1 and names the tables that differ', async () => {
    const folder = newFolder();
    await takeBackup(locationOf(world), folder, unstopped);
    changeRows(folder, 'device', (rows) => rows.replace('android', 'ios'));
    expect(await run(['drill', folder], {})).toEqual({
      code: 1,
      out: '',
      errors: 'drill: What was restored is not what was backed up: device (40 rows, not the same). Nothing was changed.\n',
    });
  });
  test('reports files that were missing when the backup was taken', async () => {
    const lacking = await freshWorld();
    const [{ file }] = [await furnish(lacking), await furnish(lacking)];
    await locationOf(lacking).stores.storage.remove(file);
    const folder = newFolder();
    await takeBackup(locationOf(lacking), folder, unstopped);
    expect(await run(['drill', folder], {})).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`missing or differ: files/${file}`),
    });
    await lacking.close();
  });
});
