import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';

/** `Section.Key` → its values, in their order; an empty value takes back those before it, as systemd has it. */
type Unit = Map<string, string[]>;

const addTo = (unit: Unit, text: string): Unit => {
  let section = '';
  for (const line of text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((its) => its.trim())) {
    if (line === '' || /^[#;]/.test(line)) continue;
    const [, named] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (named !== undefined) section = named;
    else if (key === undefined || section === '') throw new Error(`No line of a unit: ${line}`);
    else unit.set(`${section}.${key}`, [...(unit.get(`${section}.${key}`) ?? []), value]);
  }
  return unit;
};

/** Words of a command line; quotes hold together what belongs together. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, other, bare]) => one ?? other ?? bare ?? '');

/** Drop-ins of `endcap-.service.d` hold for every unit that begins so; by the names of the files, whichever folder they lie in. */
const dropInsOf = (folder: string, name: string): string[] =>
  globSync('*.service.d/*.conf', { cwd: folder })
    .filter((file) => name.startsWith(file.split('.service.d')[0] ?? ''))
    .toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1))
    .map((file) => join(folder, file));

export type Service = {
  name: string;
  /** All values of a key, or none. */
  all: (key: string) => string[];
  commands: (key: 'ExecStart' | 'ExecStartPost') => { words: string[]; mayFail: boolean }[];
  /** What its processes find in their environment; `credentials` is the folder of `LoadCredential=`. */
  environment: () => Record<string, string>;
  seconds: (key: string) => number;
};

/** Reads `NAME.service`, or `NAME@.service` for `NAME@INSTANCE`, with its drop-ins. `here` makes the paths of a machine those of a test. */
export const readService = (
  folder: string,
  name: string,
  { credentials = '/run/credentials', here = (text: string) => text }: { credentials?: string; here?: (text: string) => string } = {},
): Service => {
  const [template = '', instance] = name.split('@');
  const file = join(folder, `${template}${instance === undefined ? '' : '@'}.service`);
  if (!existsSync(file)) throw new Error(`There is no ${basename(file)}`);
  const unit: Unit = new Map();
  for (const each of [file, ...dropInsOf(folder, name)]) addTo(unit, readFileSync(each, 'utf8'));
  const filled = (text: string): string =>
    here(text.replaceAll(/%(.)/g, (whole, sign: string) => ({ i: instance, d: credentials, '%': '%' })[sign] ?? whole));
  const all = (key: string): string[] => (unit.get(`Service.${key}`) ?? []).map(filled);
  return {
    name,
    all,
    commands: (key) => all(key).map((line) => ({ words: wordsOf(line.replace(/^-/, '')), mayFail: line.startsWith('-') })),
    // What stands in a file wins.
    environment: () => ({
      ...Object.fromEntries(
        all('Environment')
          .flatMap(wordsOf)
          .map((word) => [word.split('=')[0] ?? '', word.slice(word.indexOf('=') + 1)]),
      ),
      ...Object.assign({}, ...all('EnvironmentFile').map((path) => parseEnv(readFileSync(path, 'utf8')))),
    }),
    seconds: (key) => Number(all(key).at(-1)),
  };
};
