import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';

/** Coverage of the nightly tests: a change that matches `of` runs those that match `by`. */
const covered: readonly { of: string; by: string }[] = [
  { of: 'deploy/**', by: 'scripts/operations/*' },
  { of: 'scripts/operations/*', by: 'scripts/operations/*' },
  { of: 'apps/server/{schema,migrations}/*.sql', by: 'scripts/upgrade/*' },
  { of: 'scripts/upgrade/*', by: 'scripts/upgrade/*' },
  { of: 'scripts/backup/*', by: 'scripts/backup/*' },
  { of: 'scripts/faults/*', by: 'scripts/faults/*' },
  { of: 'apps/server/src/features/files/*', by: 'scripts/operations/uploads' },
  { of: 'apps/server/src/features/delivery/**', by: 'apps/server/src/features/delivery/*/*' },
  { of: 'scripts/launch/*', by: 'scripts/launch/*' },
  { of: 'scripts/postgres/*', by: 'scripts/launch/*' },
  { of: 'scripts/{launch,erase,history,import,doctor}/*', by: 'scripts/operations/commands' },
  { of: 'apps/server/src/processes/*', by: 'apps/server/src/processes/*' },
  { of: 'apps/server/src/*.ts', by: 'apps/server/src/processes/*' },
  { of: 'apps/server/src/platform/metrics/*', by: 'scripts/operations/metrics' },
  { of: 'docs/operators/*', by: 'scripts/operations/metrics' },
  { of: 'docs/app-developers/guide.md', by: 'scripts/docs/guide' },
  { of: 'docs/start/tutorial.md', by: 'scripts/docs/tutorial' },
  // The lines that the tutorial changes.
  { of: 'packages/contract/src/stores/store.fields.ts', by: 'scripts/docs/tutorial' },
  { of: 'apps/web/src/features/stores/editor/store-{form.ts,preview.tsx}', by: 'scripts/docs/tutorial' },
  { of: 'sandbox/src/phones/page/services.js', by: 'scripts/docs/tutorial' },
  { of: 'scripts/docs/*', by: 'scripts/docs/*' },
  { of: 'scripts/phone-kit/*', by: 'scripts/docs/contributors' },
  { of: '{package-lock.json,scripts/*.mjs}', by: 'scripts/supply-chain/*' },
  { of: 'scripts/import/*', by: 'scripts/import/*' },
  { of: 'apps/server/{schema,migrations}/*.sql', by: 'scripts/import/*' },
  { of: 'apps/server/src/platform/db/*', by: 'scripts/import/*' },
  { of: 'apps/server/src/platform/csv.ts', by: 'scripts/spreadsheets/*' },
  { of: 'scripts/spreadsheets/*', by: 'scripts/spreadsheets/*' },
  { of: 'scripts/openapi/**', by: 'scripts/openapi/*' },
  { of: 'packages/contract/src/**', by: 'scripts/openapi/*' },
  { of: 'apps/server/src/platform/http/*', by: 'scripts/openapi/*' },
  { of: 'scripts/test/*', by: 'scripts/test/*' },
  { of: 'apps/web/src/features/calendar/*', by: 'e2e/calendar-days' },
  { of: 'apps/web/src/features/subscription-stats/*', by: 'e2e/subscription-stats' },
];
/** Running a test covers the test itself. */
const isQuickTest = (file: string): boolean => /(?<!\.nightly)\.test\.ts$/.test(file);

/** The nightly tests that cover some changed files, by path. */
export const drillsFor = (changed: readonly string[]): string[] => {
  const matching = covered.filter(({ of }) => changed.some((file) => !isQuickTest(file) && matchesGlob(file, of)));
  return [...new Set(matching.flatMap(({ by }) => globSync(`${by}.nightly.{test,spec}.ts`)))].toSorted();
};

/**
 * Files changed in the working tree, or by commits that no remote has: no nightly run has covered them. `hours` selects the commits of so many hours before
 * the newest one instead, so the time of the run does not matter; without a remote, those of 24 hours. Empty outside a git checkout.
 */
export const changedFiles = (hours: number | undefined, cwd: string): string[] => {
  const git = (...args: string[]): string[] =>
    spawnSync('git', args, { cwd, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line !== '');
  const hasRemote = hours === undefined && git('branch', '--remotes').length > 0;
  const since = Number(git('log', '-1', '--format=%ct')[0] ?? 0) - (hours ?? 24) * 3600;
  return [
    ...git('log', ...(hasRemote ? ['HEAD', '--not', '--remotes'] : [`--since=@${since}`]), '--name-only', '--pretty=format:'),
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
};
