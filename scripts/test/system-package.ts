import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

export const run = (command: string, args: string[]): boolean => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

/** Path of the first of some commands that is installed. */
export const onPath = (names: readonly string[]): string | undefined => {
  const found = spawnSync('sh', ['-c', names.map((name) => `command -v ${name}`).join(' || ')], {
    encoding: 'utf8',
    // Debian keeps servers where only root looks, and each version of PostgreSQL in a folder of its own.
    env: { ...process.env, PATH: [process.env['PATH'], '/usr/sbin', ...globSync('/usr/lib/postgresql/*/bin')].join(':') },
  }).stdout.trim();
  return found === '' ? undefined : found;
};

const apt = (...args: string[]): boolean => {
  const [command = '', ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...args];
  return run(command, rest);
};

/** Installs a Debian package, as far as this account may. */
export const installPackage = (name: string): boolean => apt('update', '-qq') && apt('install', '-y', '-qq', name);

type Program = {
  command: string;
  /** Name of the program in messages, and the environment variable with its path. */
  name: string;
  variable: string;
  debian: string;
  /** The tests that need it, and their purpose. */
  needs: string;
  reason: string;
};

/** Path of a program: the named or installed one, else Debian's package. Throws one sentence when none can be had. */
export const findProgram = ({ command, name, variable, debian, needs, reason }: Program): string => {
  const configured = process.env[variable] ?? onPath([command]);
  if (configured) return configured;
  console.error(`No ${name} is installed: fetching one for ${reason} …`);
  const installed = installPackage(debian) && onPath([command]);
  if (installed) return installed;
  throw new Error(`${needs} need ${name}: install it, or set ${variable} to one.`);
};

/** Unpacks a Debian package into a folder without installing it. */
export const extractPackage = (name: string, folder: string): boolean => {
  const fetch = (): boolean => spawnSync('apt-get', ['download', '-qq', name], { cwd: folder, stdio: 'inherit' }).status === 0;
  if (!fetch() && !(apt('update', '-qq') && fetch())) return false;
  const [file] = globSync(`${name}_*.deb`, { cwd: folder });
  return file !== undefined && run('dpkg-deb', ['-x', join(folder, file), folder]);
};
