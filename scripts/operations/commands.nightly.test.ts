import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { rowsOf } from '../backup/backup-scene.ts';
import { withoutSettings } from '../launch/own-environment.ts';
import { LAST_RELEASE } from '../upgrade/last-release.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** What no name of npm starts and is in no folder of that name; one of the processes stands for all three. */
const byPath: Record<string, string> = {
  'app-api': 'apps/server/src/processes/app-api.ts',
  token: 'scripts/launch/print-token.ts',
  worker: 'scripts/launch/worker.ts',
};
/** What a command runs, past what looks whether everything is installed. */
const fileOf = (name: string): string[] => {
  const [program = '', ...words] = (byPath[name] ?? scripts[name] ?? name).replace(/^node (scripts\/run.mjs )?/, '').split(' ');
  return [program.includes('/') ? program : `scripts/${program}/main.ts`, ...words];
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

type Ended = { code: number | null; out: string; said: string };
const run = async (words: readonly string[], own: Record<string, string | undefined> = {}): Promise<Ended> => {
  const { ENDCAP_FILES_DIR } = world.world.config;
  const env = { ...withoutSettings(process.env), DATABASE_URL: world.databaseUrl, ENDCAP_FILES_DIR, ...own };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended: Ended = { code: null, out: '', said: '' };
  child.stdout.on('data', (text: Buffer) => (ended.out += text));
  child.stderr.on('data', (text: Buffer) => (ended.said += text));
  ended.code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return ended;
};
/** All that a command could change. */
const everything = async () => ({
  rows: await rowsOf(world.databaseUrl),
  files: existsSync(world.world.config.ENDCAP_FILES_DIR) ? readdirSync(world.world.config.ENDCAP_FILES_DIR) : [],
  folder: readdirSync(folder),
  page: existsSync('apps/web/dist') ? readdirSync('apps/web/dist', { recursive: true }) : [],
  release: readFileSync(LAST_RELEASE).length,
});

/** Words of each that it does not understand; which others there are is tried where they are read. */
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
  upgrade: [['no-such-commit'], ['--wat']],
  token: [['nobody']],
  bench: [['nothing'], ['nodes', 'many'], ['chain', 'shops=1'], ['faults', '1', '2', 'everything']],
  build: [['--wat']],
  fuzz: [['many']],
};
/** What each would do if its settings could be read. */
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
    '%s refuses what it does not understand with a sentence and 2, and changes nothing; --help says all',
    async (name) => {
      const before = await everything();
      const refused = await Promise.all((notUnderstood[name] ?? []).map((words) => run([...fileOf(name), ...words])));
      for (const ended of refused) expect(ended).toEqual({ code: 2, out: '', said: expect.stringMatching(SENTENCE) });
      const help = await run([...fileOf(name), '--help']);
      expect(help).toEqual({ code: 0, out: expect.stringMatching(/ends with 0|exit codes: 0/i), said: '' });
      expect(help.out).toContain(name);
      expect(await everything()).toEqual(before);
    },
  );

  test.each(Object.entries(understood))(
    '%s ends with 78 and the name of a setting that cannot be read, and changes nothing',
    async (name, words) => {
      const before = await everything();
      const { code, said } = await run([...fileOf(name), ...words], { DATABASE_URL: undefined, DATABASE_URL_FILE: join(folder, 'none') });
      expect({ code, said }).toEqual({ code: 78, said: expect.stringMatching(SENTENCE) });
      expect(said).toContain('DATABASE_URL_FILE');
      expect(await everything()).toEqual(before);
    },
  );

  test('what runs them with the settings of a file, and what waits for an address, do the same', async () => {
    expect(await run(['deploy/with-settings.mjs'])).toMatchObject({ code: 2, said: expect.stringMatching(SENTENCE) });
    expect(await run(['deploy/with-settings.mjs', join(folder, 'none'), 'scripts/doctor/main.ts'])).toMatchObject({
      code: 78,
      said: expect.stringMatching(SENTENCE),
    });
    expect(await run(['deploy/is-healthy.mjs', 'nowhere'])).toMatchObject({ code: 2, said: expect.stringMatching(SENTENCE) });
    expect(await run(['scripts/backup/main.ts', 'bakup', join(folder, 'new')])).toEqual({
      code: 2,
      out: '',
      said: expect.stringMatching(SENTENCE),
    });
  });
});
