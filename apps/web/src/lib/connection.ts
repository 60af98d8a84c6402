import { useSyncExternalStore } from 'react';
import { sharedValue } from './shared-value.ts';

/** Failed calls after which the server counts as unreachable. */
const FAILURES = 2;
let answeredAt = Date.now();
let failures = 0;
/** Time of the last response before the server became unreachable; null while it responds. */
const silentSince = sharedValue<number | null>(null);
const silence = (): void => silentSince.set(silentSince.get() ?? answeredAt);

/** Tracks if the server is reachable, by the results of calls and the browser's online state (ux 22). */
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
  /** Checks whether the server responds, updates the state and returns the result. */
  probe: async (): Promise<boolean> => {
    const answered = await fetch('/healthz', { cache: 'no-store' }).then(
      () => true,
      () => false,
    );
    connection[answered ? 'answered' : 'failed']();
    return answered;
  },
  /** Returns true if the server responds after a file failed to load: a new version was deployed. Otherwise it is down (F74). */
  isThere: async (): Promise<boolean> => {
    const answered = await connection.probe();
    // Count the missing file as a failure only now, as several at once would mark a responding server as unreachable.
    if (!answered) connection.failed();
    return answered;
  },
};
addEventListener('offline', silence);
addEventListener('online', () => void connection.probe());

export const useSilentSince = (): number | null => useSyncExternalStore(silentSince.subscribe, silentSince.get);
