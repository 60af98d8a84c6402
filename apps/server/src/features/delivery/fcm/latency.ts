const WINDOW_MS = 5_000;

/** Latency of the fastest reply of the last seconds, which waiting in our own queues hardly inflates. */
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
      const fastest = Math.min(current, last);
      return fastest === Infinity ? 0 : fastest;
    },
  };
};
export type Latency = ReturnType<typeof createLatency>;
