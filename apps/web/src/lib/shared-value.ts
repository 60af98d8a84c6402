/** A value of this page that notifies its listeners when it changes. */
export const sharedValue = <T>(initial: T) => {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): T => current,
    set: (next: T): void => {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
