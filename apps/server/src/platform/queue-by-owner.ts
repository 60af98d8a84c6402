import { Problem } from '@endcap/contract/core';

/**
 * Runs the work of each owner with limited concurrency, in the order of the calls. Owners do not wait for each other. Throws
 * `too_many_requests` if `mostWaiting` calls of the owner are already queued.
 */
export const queueByOwner = (atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) => {
  const owners = new Map<string, { underWay: number; waiting: (() => void)[] }>();
  return async <R>(owner: string, work: () => Promise<R>): Promise<R> => {
    const queue = owners.get(owner) ?? { underWay: 0, waiting: [] };
    owners.set(owner, queue);
    if (queue.underWay < atOnce) queue.underWay += 1;
    else if (queue.waiting.length >= mostWaiting) throw new Problem('too_many_requests', 'Too many calls, try again later');
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Passes the slot on directly, so that a new call cannot take it in between.
      const next = queue.waiting.shift();
      if (next) next();
      else queue.underWay -= 1;
      if (queue.underWay === 0) owners.delete(owner);
    }
  };
};
