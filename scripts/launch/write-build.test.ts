import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readBuild } from '../../apps/server/src/platform/build.ts';
import { writeBuild } from './write-build.ts';

test('the build writes version, commit, time and newest migration; the same sources keep their time', { tags: ['E-78'] }, () => {
  const place = mkdtempSync(join(tmpdir(), 'endcap-write-build-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  mkdirSync(join(place, 'migrations'));
  writeFileSync(join(place, 'package.json'), '{ "version": "1.4.0" }');
  writeFileSync(join(place, 'migrations/0001-first.sql'), '');
  const folder = pathToFileURL(`${place}/`);
  const at = (time: string, commit: string) => writeBuild({ folder, now: new Date(time), env: { ENDCAP_COMMIT: commit } });
  const first = { version: '1.4.0', commit: 'aaaaaaaaaaaa', builtAt: '2026-11-28T12:00:00.000Z', migration: '0001-first' };
  expect(at('2026-11-28T12:00:00Z', 'a'.repeat(40))).toEqual(first);
  expect(readBuild(folder)).toEqual(first);
  expect(at('2026-11-28T13:00:00Z', 'a'.repeat(40))).toEqual(first);
  expect(at('2026-11-28T14:00:00Z', 'b'.repeat(40))).toMatchObject({ commit: 'bbbbbbbbbbbb', builtAt: '2026-11-28T14:00:00.000Z' });
  writeFileSync(join(place, 'migrations/0002-second.sql'), '');
  expect(at('2026-11-28T15:00:00Z', 'b'.repeat(40))).toMatchObject({ migration: '0002-second', builtAt: '2026-11-28T15:00:00.000Z' });
  const head = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
  expect(writeBuild({ folder, env: {} }).commit).toContain(head);
});
