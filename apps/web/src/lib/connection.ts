import { useSyncExternalStore } from 'react';
import { sharedValue } from './shared-value.ts';

/** One failed call may be bad luck. */
const FAILURES = 2;
let answeredAt = Date.now();
let failures = 0;
/** Since when nothing is heard of the server; null while it answers. */
const silentSince = sharedValue<number | null>(null);
const silence = (): void => silentSince.set(silentSince.get() ?? answeredAt);

/** Whether the server is within reach: what calls tell, and what the browser says (ux 22). */
export const connection = {
  answered: (): void => {
    answeredAt = Date.now();
    failures = 0;
    silentSince.set(null);
  },
  failed: (): void => {
    failures += 1;
    if (failures >= FAILURES || !navigator.onLine) silence();
  },
  silentSince: silentSince.get,
  subscribe: silentSince.subscribe,
  /** Asks for a sign of life, and says whether there was one. */
  probe: async (): Promise<boolean> => {
    const answered = await fetch('/healthz', { cache: 'no-store' }).then(
      () => true,
      () => false,
    );
    connection[answered ? 'answered' : 'failed']();
    return answered;
  },
  /** Whether the server answers after a file of it did not come: with a probe that fails as well it is gone, else a new version is there (F74). */
  isThere: async (): Promise<boolean> => {
    const answered = await connection.probe();
    // Only now is the missing file a sign: several at once would pass for silence while the server answers.
    if (!answered) connection.failed();
    return answered;
  },
};
addEventListener('offline', silence);
addEventListener('online', () => void connection.probe());

export const useSilentSince = (): number | null => useSyncExternalStore(silentSince.subscribe, silentSince.get);
