/** Queries under way at once: more share the database's processors without being done sooner. */
const AT_ONCE = 3;
/** Keys of one query while few wait, so that nobody waits for many others. */
const KEYS = 12;

/**
 * Lets callers that ask while others are being answered share one query: the busier, the fewer queries a caller. A look starts after
 * everybody whom it answers has asked, so nobody gets an answer older than the question. Undefined: the key is not there.
 */
export const lookUpInTurns = <K extends string | number, V>(load: (keys: readonly K[]) => Promise<Map<K, V>>) => {
  const waiting = new Map<K, ((found: Promise<Map<K, V>>) => void)[]>();
  let underWay = 0;
  let isDue = false;

  const look = async (keys: readonly K[]): Promise<void> => {
    underWay += 1;
    const found = load(keys);
    for (const key of keys) {
      for (const answer of waiting.get(key) ?? []) answer(found);
      waiting.delete(key);
    }
    // Whoever waits hears of the failure; here it only ends the look.
    await found.catch(() => undefined);
    underWay -= 1;
    lookOn();
  };
  const lookOn = (): void => {
    isDue = false;
    while (underWay < AT_ONCE && waiting.size > 0) {
      // Where a look takes seconds to fail, a queue of many looks would outlast its callers.
      const share = Math.max(KEYS, Math.ceil(waiting.size / AT_ONCE));
      void look([...waiting.keys()].slice(0, share));
    }
  };

  return async (key: K): Promise<V | undefined> => {
    const found = new Promise<Map<K, V>>((resolve) => {
      waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
    });
    // After all that arrived in this turn of the event loop, so that they go together.
    if (!isDue) setImmediate(lookOn);
    isDue = true;
    return (await found).get(key);
  };
};
