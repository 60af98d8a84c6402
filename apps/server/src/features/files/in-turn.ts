import { availableParallelism } from 'node:os';

/** Runs work a few pieces at a time, in the order in which it was asked for. */
const turns = (atOnce: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, so that nobody can step in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** Pictures that a process holds and encodes side by side: each may take tens of megabytes (U13), and a core is left for answers. */
export const imageTurn = turns(Math.max(1, Math.min(2, availableParallelism() - 1)));
/** Documents that are read side by side, each in a thread of its own. */
export const documentTurn = turns(2);
