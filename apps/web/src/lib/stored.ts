/** A value in local storage with listeners, in this tab and the others. `read` makes null of nonsense: nothing is sure about what lies there. */
export const storedValue = <T>(key: string, read: (value: Partial<T> | null) => T | null) => {
  const listeners = new Set<() => void>();
  const load = (): T | null => {
    try {
      return read(JSON.parse(localStorage.getItem(key) ?? 'null'));
    } catch {
      return null;
    }
  };
  let current = load();
  const announce = (): void => {
    current = load();
    for (const listener of listeners) listener();
  };
  // Another tab changed it; a null key means that everything was cleared.
  addEventListener('storage', (event) => (event.key === key || event.key === null) && announce());
  // Nobody tells a page anything while it lies in the browser's back/forward cache.
  addEventListener('pageshow', (event) => event.persisted && announce());
  return {
    get: (): T | null => current,
    /** What lies there now, whether or not this page was told of it. */
    look: load,
    readAgain: announce,
    set: (value: T | null): void => {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
      announce();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
