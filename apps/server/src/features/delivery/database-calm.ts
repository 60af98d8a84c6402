/**
 * Whether the database has answered this process at once for a lease's length; a third of it is long to wait. Where it was away or stood still for us it was so for the owners
 * of leases, too, which could not prolong them (D-02).
 */
export const createCalm = (leaseMs: number, now: () => number = () => performance.now()) => {
  const longMs = leaseMs / 3;
  const waiting = new Set<number>();
  let troubledAt = -Infinity;
  return {
    troubled: (): void => {
      troubledAt = now();
    },
    isCalm: (): boolean => {
      const at = now();
      for (const since of waiting) if (at - since > longMs) troubledAt = at;
      return at - troubledAt > leaseMs;
    },
    /** Watches how long something takes. */
    during: async <T>(ask: () => Promise<T>): Promise<T> => {
      const since = now();
      waiting.add(since);
      try {
        return await ask();
      } finally {
        waiting.delete(since);
        if (now() - since > longMs) troubledAt = now();
      }
    },
  };
};
