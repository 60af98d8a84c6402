import { spawnSync } from 'node:child_process';

export const run = (command: string, args: string[]): boolean => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

/** Path of the first of some commands that is installed. */
export const onPath = (names: readonly string[]): string | undefined => {
  const found = spawnSync('sh', ['-c', names.map((name) => `command -v ${name}`).join(' || ')], {
    encoding: 'utf8',
    // Debian keeps servers where only root looks.
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  }).stdout.trim();
  return found === '' ? undefined : found;
};

/** Installs a Debian package, as far as this account may. */
export const installPackage = (name: string): boolean => {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]): boolean => {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...args];
    return run(command, rest);
  };
  return apt('update', '-qq') && apt('install', '-y', '-qq', name);
};
