/** Pictures that a process holds and encodes side by side: each may take tens of megabytes (U13). */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs heavy work on files, a few at a time, in the order in which it was asked for. */
export const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
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
