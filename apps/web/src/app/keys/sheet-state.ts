const listeners = new Set<() => void>();
let open = false;

/** Whether the sheet of keys is shown; the `?` key and the menu of the person ask for it. */
export const keysSheet = {
  get: (): boolean => open,
  set: (next: boolean): void => {
    open = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
