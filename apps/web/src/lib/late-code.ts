import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';

type Attempt = () => Promise<boolean>;
const missing = new Set<Attempt>();
const listeners = new Set<() => void>();
const announce = (): void => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Makes a try that is wanted now. What fails while the server answers is gone with an old version: it is said, and can be tried again (F74). */
export const tryFor = async (attempt: Attempt): Promise<void> => {
  // A server that does not answer is said elsewhere.
  if ((await attempt()) || !(await connection.isThere())) missing.delete(attempt);
  else missing.add(attempt);
  announce();
};
export const retryMissing = (): void => void [...missing].map(tryFor);
export const useIsCodeMissing = (): boolean => useSyncExternalStore(subscribe, () => missing.size > 0);

/** Code that comes when it is wanted (`want`), or ahead of that without a word (`preload`). */
export const lateCode = <T>(load: () => Promise<T>) => {
  let code: T | null = null;
  const get = (): T | null => code;
  const preload = async (): Promise<boolean> => {
    if (code !== null) return true;
    try {
      code = await load();
      announce();
      return true;
    } catch {
      // Said by who wants it.
      return false;
    }
  };
  return { get, preload, want: () => tryFor(preload), subscribe };
};
