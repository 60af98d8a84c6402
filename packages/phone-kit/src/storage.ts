/** Persistent storage of a phone. React Native's AsyncStorage fits as it is. */
export type PhoneStorage = {
  getItem: (key: string) => Promise<string | null>;
  setItem: (key: string, value: string) => Promise<void>;
  removeItem: (key: string) => Promise<void>;
};

/** The browser's storage as a phone's. */
export const webStorage = (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): PhoneStorage => ({
  getItem: async (key) => storage.getItem(key),
  setItem: async (key, value) => storage.setItem(key, value),
  removeItem: async (key) => storage.removeItem(key),
});

/**
 * One value that is kept under a key. What means nothing any more (an older app's, half a write) counts as nothing; changes are made one
 * after the other, so that none of two made at once is lost. Both throw what the storage throws: one that does not answer (a phone that was not
 * unlocked since it was switched on) is no empty one, and what it holds is not written over.
 */
export const keptValue = <Value>(storage: PhoneStorage, key: string) => {
  let last: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<Value | null> => {
    const text = await storage.getItem(key);
    try {
      return JSON.parse(text ?? 'null') as Value | null;
    } catch {
      return null;
    }
  };
  const write = (value: Value | null): Promise<void> =>
    value === null ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(value));
  return {
    read,
    /** Null takes it away, undefined leaves it as it is. */
    change: (change: (before: Value | null) => Value | null | undefined): Promise<Value | null | undefined> => {
      const changed = last.then(async () => {
        const value = change(await read());
        if (value !== undefined) await write(value);
        return value;
      });
      last = changed.catch(() => {});
      return changed;
    },
  };
};
