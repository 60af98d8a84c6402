import { setTimeout as sleep } from 'node:timers/promises';

/** Soon after a look the next one waits so long for more callers; whoever asks at a quiet moment waits for nobody. */
const TOGETHER_MS = 100;

/**
 * Lets callers that ask at about the same time share one query. A look starts after everybody whom it answers has asked,
 * so nobody gets an answer older than the question. Undefined: the key is not there.
 */
export const lookUpTogether = <V>(load: (keys: readonly string[]) => Promise<Map<string, V>>) => {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let next: { keys: Set<string>; found: Promise<Map<string, V>> } | undefined;

  const look = (keys: readonly string[]): Promise<Map<string, V>> => {
    lookedAt = performance.now();
    return load(keys);
  };

  return async (key: string): Promise<V | undefined> => {
    const waitMs = lookedAt + TOGETHER_MS - performance.now();
    if (!next && waitMs <= 0) return (await look([key])).get(key);
    if (next) next.keys.add(key);
    else {
      const keys = new Set([key]);
      const found = sleep(waitMs).then(() => {
        next = undefined;
        return look([...keys]);
      });
      next = { keys, found };
    }
    return (await next.found).get(key);
  };
};
