import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';

export type SystemUser = { uid: number; gid: number } | undefined;

/** Account for PostgreSQL, which refuses to run as root: `postgres` if there is one, otherwise `nobody`. */
export const databaseUser = (): SystemUser => {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account) throw new Error('As root, the embedded database needs an account "postgres" or "nobody" to run under.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
};

/** Throws one sentence when the database's account cannot reach a path. */
export const mustReach = (user: SystemUser, path: string): void => {
  if (!user) return;
  const reachable = spawnSync('test', ['-r', path], { uid: user.uid, gid: user.gid }).status === 0;
  if (!reachable)
    throw new Error(
      `The database cannot run as root, and the account it runs under may not enter ${path}: put the project into a folder that everybody may enter, or start it as an ordinary user.`,
    );
};

export const own = (user: SystemUser, path: string): void => {
  if (user) chownSync(path, user.uid, user.gid);
};
