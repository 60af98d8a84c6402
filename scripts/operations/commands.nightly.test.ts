import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { rowsOf } from '../backup/backup-scene.ts';
import { withoutSettings } from '../launch/own-environment.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** Commands without an npm script or a folder of the same name. The app API represents all three processes. */
const byPath: Record<string, string> = {
  'app-api': 'apps/server/src/processes/app-api.ts',
  token: 'scripts/launch/print-token.ts',
  worker: 'scripts/launch/worker.ts',
};
/** Returns the file and arguments of a command, without the wrapper that checks the installation. */
const fileOf = (name: string): string[] => {
  const [program = '', ...words] = (byPath[name] ?? scripts[name] ?? name).replace(/^node (scripts\/run.mjs )?/, '').split(' ');
  const known = [`scripts/${program}/main.ts`, `${program}/main.ts`].find((path) => existsSync(path));
  return [program.includes('/') ? program : (known ?? program), ...words];
};

let world: FreshWorld;
const folder = mkdtempSync(join(tmpdir(), 'endcap-commands-'));
const list = join(folder, 'segments.csv');
beforeAll(async () => {
  world = await freshWorld();
  writeFileSync(list, 'name\nRodzina\n');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

type Ended = { code: number | null; out: string; errors: string };
const run = async (words: readonly string[], own: Record<string, string | undefined> = {}): Promise<Ended> => {
  const { ENDCAP_FILES_DIR } = world.world.config;
  const env = { ...withoutSettings(process.env), DATABASE_URL: world.databaseUrl, ENDCAP_FILES_DIR, ...own };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended: Ended = { code: null, out: '', errors: '' };
  child.stdout.on('data', (text: Buffer) => (ended.out += text));
  child.stderr.on('data', (text: Buffer) => (ended.errors += text));
  ended.code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return ended;
};
/** Returns everything that a command could change, but the built page: a test that runs at the same time may build it. */
const everything = async () => ({
  rows: await rowsOf(world.databaseUrl),
  files: existsSync(world.world.config.ENDCAP_FILES_DIR) ? readdirSync(world.world.config.ENDCAP_FILES_DIR) : [],
  folder: readdirSync(folder),
});

/** Invalid arguments for each command. The unit tests of their parsers cover more. */
const notUnderstood: Record<string, string[][]> = {
  import: [[], ['segments', join(folder, 'none.csv')], ['segments', folder]],
  erase: [['--wat'], ['--again', join(folder, 'none')]],
  backup: [['--wat']],
  restore: [[folder, '--force']],
  drill: [['--wat']],
  history: [[], ['seal'], ['verify', 'abc']],
  doctor: [['database']],
  migrate: [['down']],
  worker: [['2']],
  'app-api': [['--port=3000']],
  token: [['nobody']],
  bench: [['nothing'], ['fanout', 'many'], ['pages', 'shops=1'], ['faults', '1', '2', 'everything']],
  build: [['--wat']],
  fuzz: [['many']],
};
/** Valid arguments for each command, so that it fails only on its settings. */
const understood: Record<string, string[]> = {
  import: ['segments', list],
  erase: ['4711'],
  backup: [join(folder, 'new')],
  restore: [folder],
  drill: [],
  history: ['verify'],
  doctor: [],
  migrate: [],
  worker: [],
};
const SENTENCE = /^[^\n]+\n$/;

describe('every command', { tags: ['OPS-12', 'D-1A'] }, () => {
  test.each(Object.keys(notUnderstood))(
    '%s rejects invalid arguments with one sentence and exit code 2 and changes nothing; --help prints the usage',
    async (name) => {
      const before = await everything();
      const refused = await Promise.all((notUnderstood[name] ?? []).map((words) => run([...fileOf(name), ...words])));
      for (const ended of refused) expect(ended).toEqual({ code: 2, out: '', errors: expect.stringMatching(SENTENCE) });
      const help = await run([...fileOf(name), '--help']);
      expect(help).toEqual({ code: 0, out: expect.stringMatching(/ends with 0|exit codes: 0/i), errors: '' });
      expect(help.out).toContain(name);
      expect(await everything()).toEqual(before);
    },
  );

  test.each(Object.entries(understood))(
    '%s exits with 78 and the name of a setting that cannot be read, and changes nothing',
    async (name, words) => {
      const before = await everything();
      const { code, errors } = await run([...fileOf(name), ...words], { DATABASE_URL: undefined, DATABASE_URL_FILE: join(folder, 'none') });
      expect({ code, errors }).toEqual({ code: 78, errors: expect.stringMatching(SENTENCE) });
      expect(errors).toContain('DATABASE_URL_FILE');
      expect(await everything()).toEqual(before);
    },
  );

  test('with-settings.mjs, is-healthy.mjs and the backup script reject invalid arguments in the same way', async () => {
    expect(await run(['deploy/with-settings.mjs'])).toMatchObject({ code: 2, errors: expect.stringMatching(SENTENCE) });
    expect(await run(['deploy/with-settings.mjs', join(folder, 'none'), 'scripts/doctor/main.ts'])).toMatchObject({
      code: 78,
      errors: expect.stringMatching(SENTENCE),
    });
    expect(await run(['deploy/is-healthy.mjs', 'nowhere'])).toMatchObject({ code: 2, errors: expect.stringMatching(SENTENCE) });
    expect(await run(['scripts/backup/main.ts', 'bakup', join(folder, 'new')])).toEqual({
      code: 2,
      out: '',
      errors: expect.stringMatching(SENTENCE),
    });
  });
});
