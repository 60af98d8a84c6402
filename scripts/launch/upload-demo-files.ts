import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeUpload } from '../../apps/server/src/features/files/index.ts';
import { type DemoEdit, isDemoFile, readDemoFile } from '../../sandbox/src/seed/index.ts';

const filesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return isDemoFile(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesIn) : [];
};

/** Stores every file that a script names, as uploads are; how each is referred to from then on. */
export const uploadDemoFiles = async (
  deps: Parameters<typeof storeUpload>[0],
  edits: readonly DemoEdit[],
): Promise<Map<string, string>> => {
  const store = storeUpload(deps);
  const folder = await mkdtemp(join(tmpdir(), 'endcap-demo-'));
  const stored = new Map<string, string>();
  try {
    for (const text of new Set(filesIn(edits))) {
      const [bytes, path] = [await readDemoFile(text), join(folder, 'file')];
      await writeFile(path, bytes);
      const { file } = await store({ path, bytes: bytes.length, name: text, imagesOnly: false, by: 'admin' });
      stored.set(text, file);
    }
    return stored;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
