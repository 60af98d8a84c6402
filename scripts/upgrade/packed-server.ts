import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Files that the server needs to run, beside installed packages. */
const PARTS = [
  'apps/server/package.json',
  'apps/server/src',
  'apps/server/schema',
  'apps/server/migrations',
  'packages/contract/package.json',
  'packages/contract/src',
];
/** Folders with a `node_modules`. */
const INSTALLED = ['.', 'packages/contract', 'apps/server'];

/** Links the installed packages of a workspace into a copy, except `@endcap`: the copy has its own contract. */
const linkPackages = (workspace: string, folder: string): void => {
  const from = resolve(workspace, 'node_modules');
  if (!existsSync(from)) return;
  const to = join(folder, workspace, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@endcap') symlinkSync(join(from, name), join(to, name));
};

/** Returns the newest tag of a release (`v1.0.0`) that this commit contains; null without one, or outside a git checkout. */
const newestRelease = (): string | null => {
  try {
    return execFileSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
};

/** Copies a server into an empty folder so that it can run: that of a commit or tag, or the working tree's (null). */
const packServer = (folder: string, commit: string | null): void => {
  mkdirSync(folder, { recursive: true });
  if (commit === null) for (const part of PARTS) cpSync(part, join(folder, part), { recursive: true });
  else {
    const archive = execFileSync('git', ['archive', '--format=tar', commit, ...PARTS], { maxBuffer: 64 * 1024 * 1024 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  }
  for (const workspace of INSTALLED) linkPackages(workspace, folder);
  mkdirSync(join(folder, 'node_modules/@endcap'));
  symlinkSync(join(folder, 'packages/contract'), join(folder, 'node_modules/@endcap/contract'));
};

/** Copies the server of the newest release into an empty folder. Until there is a release, it is that of the working tree. */
export const packLastRelease = (folder: string): void => packServer(folder, newestRelease());

/** Copies the server of the working tree into an empty folder, as a version with two more migrations: a column with a default, and an index. */
export const packNextVersion = (folder: string): void => {
  packServer(folder, null);
  const write = (name: string, text: string): void => writeFileSync(join(folder, 'apps/server/migrations', name), text);
  write('9998-next-column.sql', 'alter table device add column next_version boolean not null default false;\n');
  write('9999-next-index.sql', 'create index device_by_next_version on device (next_version);\n');
};
