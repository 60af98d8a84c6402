import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * A copy of this checkout, including uncommitted changes, that a test may edit and has to remove. `node_modules` is hard-linked, so the copy lies on the
 * same disk: under `.data`, since Vite does not watch `test-results`. Workspace links lead into the copy.
 */
export const copyCheckout = (): { folder: string; remove: () => void } => {
  mkdirSync('.data', { recursive: true });
  const folder = mkdtempSync(resolve('.data', 'checkout-'));
  // PostgreSQL runs under an account of its own.
  chmodSync(folder, 0o755);
  const git = (...args: string[]): string[] => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const gone = new Set(git('ls-files', '--deleted'));
  const files = [...git('ls-files'), ...git('ls-files', '--others', '--exclude-standard')].filter((file) => !gone.has(file));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  // A repository of its own: git would answer for the original otherwise.
  const own = { cwd: folder, stdio: 'pipe' } as const;
  execFileSync('git', ['init', '--quiet'], own);
  execFileSync('git', ['add', '--all'], own);
  execFileSync(
    'git',
    ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', 'commit', '--quiet', '-m', 'chore: copy the checkout'],
    own,
  );
  execFileSync('cp', ['-al', 'node_modules', join(folder, 'node_modules')]);
  // The type cache has paths of the original.
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
