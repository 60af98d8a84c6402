export type Repeated = { stop: () => Promise<void> };

/** Does something now and every so often, one after the other, until it is stopped; `isOver` is for what takes long. */
export const repeat = (everyMs: number, work: (isOver: () => boolean) => Promise<unknown>, onError: (error: unknown) => void): Repeated => {
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const turn = (): void => {
    running = running.then(() => work(() => stopped)).catch(onError);
  };
  turn();
  const timer = setInterval(turn, everyMs);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
};
