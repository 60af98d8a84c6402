import { useEffect, useState } from 'react';

/** Default delay after the last change, in milliseconds. */
const SETTLES_AFTER_MS = 400;

/**
 * Debounces a JSON value: returns it once it has not changed for `afterMs`. The library's hook starts with the first rendered value, which
 * differs from that of a form that starts filled.
 */
export const useSettled = <T>(value: T, afterMs = SETTLES_AFTER_MS): T => {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), afterMs);
    return () => clearTimeout(timer);
  }, [key, afterMs]);
  return settled;
};
