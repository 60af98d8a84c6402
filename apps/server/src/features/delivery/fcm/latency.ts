const WINDOW_MS = 5_000;

/** The quickest reply of the last seconds: what waiting in our own queues cannot inflate much. */
export const createLatency = () => {
  let windowEnds = 0;
  let [current, last] = [Infinity, Infinity];
  return {
    note: (ms: number, at: number): void => {
      if (at > windowEnds) {
        // After a whole window without a reply, the one before it is outdated.
        last = at > windowEnds + WINDOW_MS ? Infinity : current;
        windowEnds = at + WINDOW_MS;
        current = Infinity;
      }
      if (ms < current) current = ms;
    },
    ms: (): number => {
      const known = Math.min(current, last);
      return known === Infinity ? 0 : known;
    },
  };
};
export type Latency = ReturnType<typeof createLatency>;
