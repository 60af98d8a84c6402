import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { changeRows, createEmptyLocation, furnish, newFolder, locationOf, query, rewriteManifest, unstopped } from './backup-scene.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

let world: FreshWorld;
let whole: string;
let file: string;
beforeAll(async () => {
  world = await freshWorld();
  ({ file } = await furnish(world));
  whole = newFolder();
  await takeBackup(locationOf(world), whole, unstopped);
});
afterAll(() => world.close());

const flip = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

test.each<[string, (folder: string) => void, string | RegExp]>([
  ['a changed row', (folder) => changeRows(folder, 'device', (rows) => rows.replace('android', 'ios')), 'device (40 rows, not the same)'],
  [
    'a missing row',
    (folder) => changeRows(folder, 'device_subscription', (rows) => rows.slice(rows.indexOf('\n') + 1)),
    'device_subscription (39 rows instead of 40)',
  ],
  ['a row that no table takes', (folder) => changeRows(folder, 'device', (rows) => `${rows}one\n`), /invalid input syntax for type bigint/],
  [
    'a row that breaks a key',
    (folder) => changeRows(folder, 'device_subscription', (rows) => rows.replace(/^\w+/, 'nobody')),
    /foreign key/,
  ],
  [
    'a flipped byte of a table',
    (folder) => flip(join(folder, 'database/device.copy.gz')),
    /database\/device.copy.gz is not what was written/,
  ],
  ['a flipped byte of a file', (folder) => flip(join(folder, 'files', file)), /files\/.+ is not what was written/],
  ['a missing file', (folder) => rmSync(join(folder, 'files', file)), /is not whole: it has no files\//],
  ['a missing table', (folder) => rmSync(join(folder, 'database/store.copy.gz')), 'is not whole: it has no database/store.copy.gz'],
  ['a missing manifest', (folder) => rmSync(join(folder, 'manifest.json')), 'is no backup: it has no manifest.json'],
  [
    'a flipped byte of the manifest',
    (folder) => flip(join(folder, 'manifest.json')),
    /manifest.json is not what was written|is not understood/,
  ],
  [
    'a later schema',
    (folder) => rewriteManifest(folder, ({ steps }) => steps.push('9999-later')),
    'was taken from a later version of Endcap (9999-later is not known here)',
  ],
  [
    'a schema from before the baseline',
    (folder) => rewriteManifest(folder, (manifest) => (manifest.steps = ['0001-stores'])),
    'was taken by a version of Endcap before the baseline of the schema (0001-stores)',
  ],
  ['a later form', (folder) => rewriteManifest(folder, (manifest) => (manifest.format = 3)), 'was written by a later version of Endcap'],
  [
    'something that is not known',
    (folder) => rewriteManifest(folder, (manifest) => (manifest['more'] = 1)),
    /manifest.json is not understood/,
  ],
  [
    'a path out of the folder',
    (folder) => rewriteManifest(folder, ({ tables }) => Object.assign(tables[0] ?? {}, { name: '../x' })),
    /not understood: tables.0.name/,
  ],
])('restore refuses %s with a sentence, and restores nothing', { tags: ['OPS-04'] }, async (_, plant, message) => {
  const folder = newFolder();
  cpSync(whole, folder, { recursive: true });
  plant(folder);
  const location = await createEmptyLocation();
  await expect(restoreBackup(location, folder, unstopped)).rejects.toThrow(message);
  expect(await location.contents()).toEqual({ tables: 0, files: [] });
  // A second attempt succeeds.
  await restoreBackup(location, whole, unstopped);
  await location.drop();
});

test('restore refuses a database or file store that is not empty, and leaves it unchanged', { tags: ['OPS-04'] }, async () => {
  const location = await createEmptyLocation();
  await query(location.url, 'create schema theirs; create table theirs.kept (n int); insert into theirs.kept values (1)');
  await expect(restoreBackup(location, whole, unstopped)).rejects.toThrow('The database is not empty');
  expect(await query(location.url, 'select n from theirs.kept')).toEqual([{ n: 1 }]);
  expect(await location.contents()).toEqual({ tables: 0, files: [] });
  await query(location.url, 'drop schema theirs cascade');
  writeFileSync(join(location.files, 'kept'), 'x');
  await expect(restoreBackup(location, whole, unstopped)).rejects.toThrow('The place of files is not empty');
  expect(await location.contents()).toEqual({ tables: 0, files: ['kept'] });
  await location.drop();
});

test('restore refuses a role that may not create tables, and names it', { tags: ['OPS-04'] }, async () => {
  const location = await createEmptyLocation();
  const role = new URL(location.url).pathname.slice(1).replace('restored', 'reader');
  await query(location.url, `create role ${role} login password 'reads'`);
  const url = Object.assign(new URL(location.url), { username: role, password: 'reads' }).href;
  await expect(restoreBackup({ ...location, url }, whole, unstopped)).rejects.toThrow(`${role} may make no tables in this database`);
  expect(await location.contents()).toEqual({ tables: 0, files: [] });
  await location.drop();
  await query(world.databaseUrl, `drop role ${role}`);
});

test('backup refuses unusable folders, databases without Endcap, and unknown migrations', { tags: ['OPS-04'] }, async () => {
  await expect(takeBackup(locationOf(world), whole, unstopped)).rejects.toThrow('is not empty: name a folder that is new');
  await expect(takeBackup(locationOf(world), join(newFolder(), 'deeper'), unstopped)).rejects.toThrow('There is no folder');
  await expect(takeBackup(locationOf(world), '/dev/null', unstopped)).rejects.toThrow('/dev/null cannot be used (ENOTDIR)');
  const location = await createEmptyLocation();
  await expect(takeBackup(location, newFolder(), unstopped)).rejects.toThrow('This database holds nothing of Endcap');
  await location.drop();
  await query(world.databaseUrl, `insert into kysely_migration values ('9999-adds', now()::text)`);
  await expect(takeBackup(locationOf(world), newFolder(), unstopped)).rejects.toThrow(
    'The database has 9999-adds, which this version does not know',
  );
  await query(world.databaseUrl, `delete from kysely_migration where name = '9999-adds'`);
});
