import { mkdtemp, readdir, rm, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { buildAppApi } from '../../compose-app-api.ts';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import { folderStorage } from '../../platform/files/folder-storage.ts';
import { storeUpload } from './store-upload.ts';
import { sweepUploads } from './sweep-uploads.ts';

const DAY_MS = 86_400_000;
let world: FreshWorld;
let folder: string;
beforeAll(async () => {
  // Use a temporary folder of our own, since other programs write to the machine's.
  vi.stubEnv('TMPDIR', await mkdtemp(join(tmpdir(), 'endcap-broken-')));
  world = await freshWorld();
  folder = world.world.config.ENDCAP_FILES_DIR;
  await mkdir(folder, { recursive: true });
});
afterAll(async () => {
  await rm(tmpdir(), { recursive: true });
  vi.unstubAllEnvs();
  await world.close();
});

const sweepAt = (aheadMs: number) =>
  sweepUploads({ db: world.db, stores: { storage: folderStorage(folder), cloudinary: null }, now: () => new Date(Date.now() + aheadMs) });
let pictures = 0;
const store = async (storage: FileStorage) => {
  const path = join(tmpdir(), `picture-${(pictures += 1)}`);
  const bytes = await sharp({ create: { width: 10 + pictures, height: 5, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await writeFile(path, bytes);
  const upload = { path, bytes: bytes.length, name: 'a.png', imagesOnly: true, by: 'x' };
  return storeUpload({ db: world.db, stores: { storage, cloudinary: null }, now: () => new Date() })(upload);
};
const rows = () => world.db.selectFrom('storedFile').select(['name', 'leaving']).execute();

test('a file whose upload broke off cannot be referenced, and is removed after a day', { tags: ['F49'] }, async () => {
  const real = folderStorage(folder);
  const dies: FileStorage = { ...real, put: (name, bytes) => real.put(name, bytes).then(() => Promise.reject(new Error('killed'))) };
  await expect(store(dies)).rejects.toThrow('killed');
  expect(await rows()).toEqual([{ name: expect.any(String), leaving: true }]);
  const [name = ''] = await readdir(folder);
  const used = await world.staff('POST /api/v1/content-editor', {
    token: await world.tokenOf('admin'),
    body: { name: 'x', prevImage: `cloudinary:${name}`, contentType: 'navigation' },
  });
  expect(used).toMatchObject({ status: 422, body: { error: { fields: { prevImage: ['unknown'] } } } });
  await sweepAt(DAY_MS - 60_000);
  expect(await readdir(folder)).toEqual([name]);
  await sweepAt(DAY_MS + 60_000);
  expect([await readdir(folder), await rows()]).toEqual([[], []]);
});
test('temporary files of a killed process are removed after a day, younger ones stay', { tags: ['F47'] }, async () => {
  const aged = async (path: string, ms: number): Promise<string> => {
    const at = new Date(Date.now() - ms);
    await utimes(path, at, at);
    return path;
  };
  for (const [name, age] of [
    ['old', DAY_MS + 60_000],
    ['young', DAY_MS - 60_000],
  ] as const) {
    await writeFile(join(folder, `${name}.png.x.part`), 'half');
    await aged(join(folder, `${name}.png.x.part`), age);
    await mkdir(join(tmpdir(), `endcap-upload-${name}`));
    await writeFile(join(tmpdir(), `endcap-upload-${name}`, 'file'), 'half');
    await aged(join(tmpdir(), `endcap-upload-${name}`), age);
  }
  // Two days ahead of the file system.
  await sweepAt(2 * DAY_MS);
  expect(await readdir(folder)).toEqual(['young.png.x.part']);
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('endcap-upload'))).toEqual(['endcap-upload-young']);
});
test('a sweep reports files that it cannot remove, and removes the others', { tags: ['D-39'] }, async () => {
  const real = folderStorage(folder);
  const names = [];
  for (let n = 0; n < 3; n += 1) names.push((await store(real)).file.slice('cloudinary:'.length));
  const [stuck = ''] = names;
  const storage: FileStorage = {
    ...real,
    tidy: () => Promise.reject(new Error('not tidied')),
    remove: (name) => (name === stuck ? Promise.reject(new Error('not removed')) : real.remove(name)),
  };
  const errors: string[] = [];
  const deps = { db: world.db, now: () => new Date(Date.now() + 8 * DAY_MS), onError: (error: unknown) => errors.push(String(error)) };
  expect(await sweepUploads({ ...deps, stores: { storage, cloudinary: null } })).toBe(2);
  expect(errors).toEqual(['Error: not tidied', 'Error: not removed']);
  expect(await rows()).toEqual([{ name: stuck, leaving: true }]);
  expect(await sweepUploads({ ...deps, stores: { storage: real, cloudinary: null } })).toBe(1);
  expect(await rows()).toEqual([]);
});
test('a batch of files that cannot be removed does not hide those that come after it', { tags: ['D-39'] }, async () => {
  await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
    select lpad(n::text, 32, '0') || '.png', sha256_of('stuck' || n), 1, 'x', now() - interval '2 years' from generate_series(1, 1100) n
    union all select repeat('f', 32) || '.png', sha256_of('loose'), 1, 'x', now() - interval '1 year'`.execute(world.db);
  const real = folderStorage(folder);
  const stuck: FileStorage = {
    ...real,
    remove: (name) => (name.startsWith('0') ? Promise.reject(new Error('not removed')) : real.remove(name)),
  };
  let errors = 0;
  const deps = { db: world.db, now: () => new Date(), onError: () => void (errors += 1) };
  expect(await sweepUploads({ ...deps, stores: { storage: stuck, cloudinary: null } })).toBe(1);
  expect(errors).toBe(1_100);
  expect(await sweepUploads({ ...deps, stores: { storage: real, cloudinary: null } })).toBe(1_100);
  expect(await rows()).toEqual([]);
});
test(
  'a stored file that was deleted from its folder is 404 and an error in the log; an unknown name is only 404',
  { tags: ['F48'] },
  async () => {
    const lines: { msg?: string; file?: string }[] = [];
    const log = pino(
      { level: 'error' },
      new Writable({ write: (chunk, _, done) => (lines.push(JSON.parse(String(chunk)) as object), done()) }),
    );
    const app = await buildAppApi({ ...world.world, log }, world.db);
    const { url, file } = await store(folderStorage(folder));
    const name = file.slice('cloudinary:'.length);
    expect((await app.inject(url)).statusCode).toBe(200);
    await rm(join(folder, name));
    for (const path of [url, `${url}?w=160`, `/images/${'0'.repeat(32)}.png`, `/files/${'0'.repeat(32)}.pdf`])
      expect((await app.inject(path)).statusCode, path).toBe(404);
    expect(lines.filter(({ msg }) => msg === 'a stored file is gone').map((line) => line.file)).toEqual([name, name]);
    await app.close();
  },
);
