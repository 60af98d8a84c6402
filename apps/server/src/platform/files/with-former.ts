import type { FileStorage } from './file-storage.ts';

/** A storage that replaced a former one. Blobs that only the former one has are still read from there (D-24). */
export const withFormer = (storage: FileStorage, former: FileStorage): FileStorage => ({
  ...storage,
  size: async (name) => (await storage.size(name)) ?? former.size(name),
  read: async (name, range) => ((await former.size(name)) === null ? storage : former).read(name, range),
  isEmpty: async () => (await storage.isEmpty()) && (await former.isEmpty()),
  remove: async (name) => void (await Promise.all([storage.remove(name), former.remove(name)])),
});
