/** The result of work, and how often the event loop turned before it was done: other requests are answered at such turns alone. */
export const turnsDuring = async <T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> => {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  try {
    return { result: await work(), turns };
  } finally {
    clearImmediate(next);
  }
};
