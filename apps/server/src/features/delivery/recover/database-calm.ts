/**
 * Detects whether the database has answered this process promptly for the length of a lease. A statement is slow after a third of that
 * time. During an outage or a stall, other lease owners could not renew theirs either (D-02).
 */
export const createCalm = (leaseMs: number, now: () => number = () => performance.now()) => {
  const longMs = leaseMs / 3;
  /** Statements in progress, as objects: a set of instants would merge two of the same moment. */
  const waiting = new Set<{ since: number }>();
  let troubledAt = -Infinity;
  return {
    troubled: (): void => {
      troubledAt = now();
    },
    isCalm: (): boolean => {
      const at = now();
      for (const { since } of waiting) if (at - since > longMs) troubledAt = at;
      return at - troubledAt > leaseMs;
    },
    /** Measures how long a statement takes. */
    during: async <T>(query: () => Promise<T>): Promise<T> => {
      const statement = { since: now() };
      waiting.add(statement);
      try {
        return await query();
      } finally {
        waiting.delete(statement);
        if (now() - statement.since > longMs) troubledAt = now();
      }
    },
  };
};
