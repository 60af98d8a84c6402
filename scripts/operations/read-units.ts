import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';

/** Values by `Section.Key`, in their order. */
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

/** Splits a command line into words. Quoted parts stay together. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, other, bare]) => one ?? other ?? bare ?? '');

/** Returns the drop-ins of a unit, sorted by file name across folders. Those of `endcap-.service.d` apply to all units with the prefix. */
const dropInsOf = (folder: string, name: string): string[] =>
  globSync('*.service.d/*.conf', { cwd: folder })
    .filter((file) => name.startsWith(file.split('.service.d')[0] ?? ''))
    .toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1))
    .map((file) => join(folder, file));

export type Service = {
  name: string;
  /** Returns all values of a key. */
  all: (key: string) => string[];
  commands: (key: 'ExecStart' | 'ExecStartPost') => { words: string[]; mayFail: boolean }[];
  /** Returns the environment of its processes. `credentials` is the folder of `LoadCredential=`. */
  environment: () => Record<string, string>;
  seconds: (key: string) => number;
};

/** Reads `NAME.service`, or `NAME@.service` for `NAME@INSTANCE`, with its drop-ins. `here` maps paths of a machine to those of a test. */
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
    // `EnvironmentFile` overrides `Environment`.
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
