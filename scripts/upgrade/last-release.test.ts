import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commitOf, packRelease, LAST_RELEASE, unpackRelease } from './last-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'endcap-kept-'));
beforeAll(() => unpackRelease(folder));
afterAll(() => rmSync(folder, { recursive: true }));

test('the migrations of the last release are unchanged in this version', { tags: ['OPS-05'] }, () => {
  const [then, now] = [join(folder, 'apps/server/migrations'), 'apps/server/migrations'];
  const steps = readdirSync(then).filter((name) => name.endsWith('.sql'));
  expect(steps.length).toBeGreaterThan(45);
  expect(steps.filter((name) => !readFileSync(join(then, name)).equals(readFileSync(join(now, name))))).toEqual([]);
});
test('the archive of the last release names its commit, and equals a new archive of that commit', { tags: ['OPS-05'] }, () => {
  const commit = commitOf();
  expect(readFileSync('docs/operators/upgrading.md', 'utf8')).toContain(commit);
  // A shallow clone, or a folder without git, does not have the commit.
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status !== 0) return;
  const again = join(folder, 'again.tar.gz');
  packRelease(commit, again);
  const [kept = Buffer.of(), packed] = [LAST_RELEASE, again].map(
    (file) => spawnSync('gzip', ['-dc', file], { maxBuffer: 64 * 1024 * 1024 }).stdout,
  );
  expect(kept.length).toBeGreaterThan(1_000_000);
  expect(packed?.equals(kept)).toBe(true);
});
