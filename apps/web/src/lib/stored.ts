import { browserStorage } from './browser-storage.ts';

/**
 * A value in local storage with listeners, in this tab and the others. `read` returns null for invalid content, because anything may be
 * stored there. If the browser denies its storage, the value lives as long as the page.
 */
export const storedValue = <T>(key: string, read: (value: Partial<T> | null) => T | null) => {
  const listeners = new Set<() => void>();
  let current: T | null = null;
  const load = (): T | null => {
    const text = browserStorage.get(key);
    if (text === undefined) return current;
    try {
      return read(JSON.parse(text ?? 'null'));
    } catch {
      return null;
    }
  };
  current = load();
  const announce = (value: T | null): void => {
    current = value;
    for (const listener of listeners) listener();
  };
  const reload = (): void => announce(load());
  // Another tab changed it; a null key means that everything was cleared.
  addEventListener('storage', (event) => (event.key === key || event.key === null) && reload());
  // A page in the browser's back/forward cache receives no storage events.
  addEventListener('pageshow', (event) => event.persisted && reload());
  return {
    get: (): T | null => current,
    /** Reads the stored value now, in case this page missed a change. */
    load,
    reload,
    set: (value: T | null): void => {
      const isStored = value === null ? browserStorage.remove(key) : browserStorage.set(key, JSON.stringify(value));
      announce(isStored ? load() : value);
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
