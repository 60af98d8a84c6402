import { afterQuiet, type CanSend } from '@endcap/contract/notifications';
import { useSyncExternalStore } from 'react';

/** Milliseconds between checks for the beginning or end of quiet hours. */
const EVERY_MS = 5_000;
const subscribe = (check: () => void): (() => void) => {
  const timer = setInterval(check, EVERY_MS);
  return () => clearInterval(timer);
};

/** Returns the first minute after the quiet hours that contain the start. `startsAt`: null: now; undefined: not valid (CARE-03). */
export const useQuietUntil = (hours: CanSend['quietHours'], startsAt: string | null | undefined): string | null =>
  useSyncExternalStore(subscribe, () => (hours && startsAt !== undefined ? afterQuiet(startsAt ?? new Date(), hours) : null));
