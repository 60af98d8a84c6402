import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * A copy of this checkout, with what is not committed yet, whose files may be changed. Packages are linked where they lie, so it is on the same disk (and where Vite watches, which leaves out `test-results`); ours lead
 * into the copy. The caller removes it.
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
  // Else what asks git would be told of the original.
  const own = { cwd: folder, stdio: 'pipe' } as const;
  execFileSync('git', ['init', '--quiet'], own);
  execFileSync('git', ['add', '--all'], own);
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', 'commit', '--quiet', '-m', 'The original'], own);
  execFileSync('cp', ['-al', 'node_modules', join(folder, 'node_modules')]);
  // Compiled types of the original say nothing of the copy.
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
