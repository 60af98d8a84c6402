import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { removeOld } from './remove-old.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    lstat: async (path: string) => {
      const facts = await real.lstat(path);
      return path.includes('foreign') ? Object.assign(facts, { uid: facts.uid + 1 }) : facts;
    },
    writeFile: (path: string, ...given: [string, object?]) =>
      path.includes('full-now') ? Promise.reject(Object.assign(new Error('no'), { code: 'ENOSPC' })) : real.writeFile(path, ...given),
    rm: (path: string, options: object) =>
      path.includes('stuck') ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })) : real.rm(path, options),
  };
});

const HOUR_MS = 3_600_000;
const folderWith = async (ages: Record<string, number>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'remove-old-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, ageMs] of Object.entries(ages)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'file'), 'half');
    const at = new Date(Date.now() - ageMs);
    await utimes(join(folder, name), at, at);
  }
  return folder;
};

test('removes only old entries with matching names, and leaves no file of its own', { tags: ['F47'] }, async () => {
  const folder = await folderWith({ 'up-old': 2 * HOUR_MS, 'up-young': HOUR_MS / 2, other: 2 * HOUR_MS });
  await removeOld(folder, { prefix: 'up-' }, HOUR_MS);
  expect(await readdir(folder)).toEqual(['other', 'up-young']);
  await expect(removeOld(join(folder, 'nowhere'), { prefix: 'up-' }, HOUR_MS)).resolves.toBeUndefined();
});
test('computes ages by the clock of the file system, not by that of the process', { tags: ['F47', 'F65'] }, async () => {
  const folder = await folderWith({ 'up-young': HOUR_MS / 2 });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * HOUR_MS });
  onTestFinished(() => void vi.useRealTimers());
  await removeOld(folder, { prefix: 'up-' }, HOUR_MS);
  expect(await readdir(folder)).toEqual(['up-young']);
});
test(
  'keeps entries of another account, and throws for one that cannot be removed after removing the others',
  { tags: ['F47', 'D-39'] },
  async () => {
    const folder = await folderWith({ 'a-foreign.part': 2 * HOUR_MS, 'b.part': 2 * HOUR_MS });
    await removeOld(folder, { suffix: '.part' }, HOUR_MS);
    expect(await readdir(folder)).toEqual(['a-foreign.part']);
    const stuck = await folderWith({ 'b-stuck.part': 2 * HOUR_MS, 'c.part': 2 * HOUR_MS });
    await expect(removeOld(stuck, { suffix: '.part' }, HOUR_MS)).rejects.toMatchObject({ code: 'EACCES' });
    expect(await readdir(stuck)).toEqual(['b-stuck.part']);
  },
);
test('removes old entries also on a full disk', { tags: ['F47'] }, async () => {
  const folder = await folderWith({ 'full-old': 2 * HOUR_MS, 'full-young': 0 });
  await removeOld(folder, { prefix: 'full-' }, HOUR_MS);
  expect(await readdir(folder)).toEqual(['full-young']);
});
