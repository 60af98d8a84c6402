import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { connectionName, readBuild, readConnectionName, versionText } from './build.ts';

const built = { version: '1.4.0', commit: '63802b28f110', builtAt: '2026-11-28T12:00:00.000Z', migration: '0002-second' };

const serverIn = (files: Readonly<Record<string, string>>): URL => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'migrations'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
};
const sources = {
  'package.json': '{ "version": "1.4.0" }',
  'migrations/0002-second.sql': '',
  'migrations/0001-first.sql': '',
  'migrations/SHA256SUMS': '',
};

test('version, commit, time and newest migration are read from the file that the build wrote', { tags: ['E-78'] }, () => {
  expect(readBuild(serverIn({ ...sources, 'build.json': JSON.stringify(built) }))).toEqual(built);
});

test('without a build, or with the file of another one, commit and time are unknown', { tags: ['E-78'] }, () => {
  const unknown = { ...built, commit: null, builtAt: null };
  expect(readBuild(serverIn(sources))).toEqual(unknown);
  expect(readBuild(serverIn({ ...sources, 'build.json': 'not json' }))).toEqual(unknown);
  for (const other of [{ version: '1.3.0' }, { migration: '0001-first' }])
    expect(readBuild(serverIn({ ...sources, 'build.json': JSON.stringify({ ...built, ...other }) }))).toEqual(unknown);
});

test('process and version are read back from the name of a connection', { tags: ['E-78'] }, () => {
  expect(readConnectionName(connectionName('app-api', 4711, built))).toEqual({ process: 'app-api', version: '1.4.0 (63802b28f110)' });
  expect(readConnectionName(connectionName('push-worker', 1, { ...built, commit: null }))).toEqual({
    process: 'push-worker',
    version: '1.4.0',
  });
  expect(connectionName('push-worker', 4_194_304, { ...built, commit: '63802b28f110-dirty' }).length).toBeLessThan(63);
  for (const name of ['', 'psql', 'endcap_fan_out', 'endcap app-api']) expect(readConnectionName(name)).toBeNull();
  expect(versionText({ version: '1.4.0', commit: null })).toBe('1.4.0');
});
