import { afterQuiet, type CanSend } from '@endcap/contract/notifications';
import { useSyncExternalStore } from 'react';

/** Milliseconds between checks for the beginning or end of quiet hours. */
const EVERY_MS = 5_000;
const subscribe = (look: () => void): (() => void) => {
  const timer = setInterval(look, EVERY_MS);
  return () => clearInterval(timer);
};

/** CARE-03: the first minute after the quiet hours that a start lies in; null is now, and undefined no start at all. */
export const useQuietUntil = (hours: CanSend['quietHours'], startsAt: string | null | undefined): string | null =>
  useSyncExternalStore(subscribe, () => (hours && startsAt !== undefined ? afterQuiet(startsAt ?? new Date(), hours) : null));
