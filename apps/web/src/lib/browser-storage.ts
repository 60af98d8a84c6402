/** Wraps a storage that the browser may deny at any time. Values are then undefined, there are no keys, and nothing is stored. */
const guarded = (open: () => Storage) => {
  const attempt = <T>(use: (storage: Storage) => T, denied: T): T => {
    try {
      return use(open());
    } catch {
      return denied;
    }
  };
  return {
    get: (key: string): string | null | undefined => attempt<string | null | undefined>((storage) => storage.getItem(key), undefined),
    keys: (): string[] => attempt((storage) => Object.keys(storage), []),
    /** Stores a value. Returns false if the storage is full or denied. */
    set: (key: string, value: string): boolean =>
      attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false),
    remove: (key: string): boolean =>
      attempt((storage) => {
        storage.removeItem(key);
        return true;
      }, false),
    clear: (): void => attempt((storage) => storage.clear(), undefined),
  };
};

/** Storage of this browser, shared by all its tabs. */
export const browserStorage = guarded(() => localStorage);
/** Storage of this tab until it is closed. */
export const tabStorage = guarded(() => sessionStorage);
