import type { FileStorage } from './file-storage.ts';

/** A storage that was taken into use after another: what lies only in the former one is still found there (D-24). */
export const withFormer = (storage: FileStorage, former: FileStorage): FileStorage => ({
  ...storage,
  size: async (name) => (await storage.size(name)) ?? former.size(name),
  read: async (name, range) => ((await former.size(name)) === null ? storage : former).read(name, range),
  isEmpty: async () => (await storage.isEmpty()) && (await former.isEmpty()),
  remove: async (name) => void (await Promise.all([storage.remove(name), former.remove(name)])),
});
