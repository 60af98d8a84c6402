import { Problem } from '@endcap/contract/core';

/**
 * Runs work of each owner a few pieces at a time, in the order in which it was asked for; nobody waits for another owner's. Where so many
 * wait already it throws `too_many_requests`.
 */
export const turnsByOwner = (atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) => {
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
      // The place is handed on, so that nobody can step in between.
      const next = queue.waiting.shift();
      if (next) next();
      else queue.underWay -= 1;
      if (queue.underWay === 0) owners.delete(owner);
    }
  };
};
