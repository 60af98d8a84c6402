/** A statement that took longer waited for somebody. */
const LONG_WAIT_MS = 500;

/**
 * Whether the database has answered this process at once for so long. Where it was away or stood still for us it was so for the owners
 * of leases, too, which could not prolong them (D-02).
 */
export const createCalm = (lengthMs: number, now: () => number = () => performance.now()) => {
  const waiting = new Set<number>();
  let troubledAt = -Infinity;
  return {
    troubled: (): void => {
      troubledAt = now();
    },
    isCalm: (): boolean => {
      const at = now();
      for (const since of waiting) if (at - since > LONG_WAIT_MS) troubledAt = at;
      return at - troubledAt > lengthMs;
    },
    /** Watches how long something takes. */
    during: async <T>(ask: () => Promise<T>): Promise<T> => {
      const since = now();
      waiting.add(since);
      try {
        return await ask();
      } finally {
        waiting.delete(since);
        if (now() - since > LONG_WAIT_MS) troubledAt = now();
      }
    },
  };
};
