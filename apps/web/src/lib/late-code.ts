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

/** Browsers keep a failed import for as long as the page lives, and answer another try with it; at another address they ask again. */
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
      // Said by who wants it.
      return false;
    }
  };
  return { get, preload, want: () => tryFor(preload), subscribe };
};
