/** Queries under way at once: more share the database's processors without being done sooner. */
const AT_ONCE = 3;
/** Keys of one query while few callers wait, so that a caller does not wait for many others. */
const KEYS = 12;
/** Window for keys that open pages poll. */
export const POLLED_WINDOW_MS = 100;

/**
 * Batches keys that are requested while other queries run, so that a busy process needs fewer queries per caller. A query starts after all
 * its callers have requested their keys, so no result is older than the request for it. Undefined: the key does not exist. `windowMs`:
 * shortest time between two batches; a request after a pause is not delayed.
 */
export const batchLoader = <K extends string | number, V>(load: (keys: readonly K[]) => Promise<Map<K, V>>, { windowMs = 0 } = {}) => {
  const waiting = new Map<K, ((rows: Promise<Map<K, V>>) => void)[]>();
  let running = 0;
  let isScheduled = false;
  let startedAt = -Infinity;

  const query = async (keys: readonly K[]): Promise<void> => {
    running += 1;
    startedAt = performance.now();
    const rows = load(keys);
    for (const key of keys) {
      for (const answer of waiting.get(key) ?? []) answer(rows);
      waiting.delete(key);
    }
    // Callers receive the error; here it only ends the query.
    await rows.catch(() => undefined);
    running -= 1;
    schedule();
  };
  const start = (): void => {
    isScheduled = false;
    while (running < AT_ONCE && waiting.size > 0) {
      // Spread all waiting keys over the free queries. If queries take seconds to fail, a longer queue would outlast its callers.
      const share = Math.max(KEYS, Math.ceil(waiting.size / AT_ONCE));
      void query([...waiting.keys()].slice(0, share));
    }
  };
  /**
   * Starts queries in the next iteration of the event loop, so that all current callers are included, and not before the window is over.
   */
  const schedule = (): void => {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    const waitMs = startedAt + windowMs - performance.now();
    if (waitMs > 0) setTimeout(start, waitMs);
    else setImmediate(start);
  };

  return async (key: K): Promise<V | undefined> => {
    const rows = new Promise<Map<K, V>>((resolve) => {
      waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
    });
    schedule();
    return (await rows).get(key);
  };
};
