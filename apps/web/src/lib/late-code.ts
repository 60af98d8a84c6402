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

/**
 * Loads code that is needed now. If it fails while the server responds, a new version has replaced the file: the attempt is reported and can
 * be retried (F74).
 */
export const tryFor = async (attempt: Attempt): Promise<void> => {
  // An unreachable server is reported by the connection banner.
  if ((await attempt()) || !(await connection.isThere())) missing.delete(attempt);
  else missing.add(attempt);
  announce();
};
export const retryMissing = (): void => void [...missing].map(tryFor);
export const useIsCodeMissing = (): boolean => useSyncExternalStore(subscribe, () => missing.size > 0);

/** Imports a module again at another address, because browsers cache a failed import for the life of the page. */
const importAgain = <Module>(failure: unknown): Promise<Module> => {
  const [address] = /https?:\S+\.js/.exec(String(failure)) ?? [];
  return address ? import(/* @vite-ignore */ `${address}?${Date.now()}`) : Promise.reject(failure);
};

/** A part of a lazily loaded module: `want` loads it and reports failures, `preload` loads it ahead and silently. */
export const lateCode = <Module, T>(load: () => Promise<Module>, pick: (module: Module) => T) => {
  let code: T | null = null;
  let failedBefore = false;
  const get = (): T | null => code;
  const preload = async (): Promise<boolean> => {
    if (code !== null) return true;
    try {
      code = pick(await load().catch((failure: unknown) => (failedBefore ? importAgain<Module>(failure) : Promise.reject(failure))));
      announce();
      return true;
    } catch {
      failedBefore = true;
      // `want` reports the failure.
      return false;
    }
  };
  return { get, preload, want: () => tryFor(preload), subscribe };
};
