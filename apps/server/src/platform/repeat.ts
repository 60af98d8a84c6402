export type Repeated = { stop: () => Promise<void> };
/** `again` runs the work once more, besides the interval, as soon as the current run has ended. */
type Repeating = Repeated & { again: () => void };

/** Runs `work` now and at an interval, never twice at a time, until it is stopped. Long work has to end once `isOver` returns true. */
export const repeat = (
  everyMs: number,
  work: (isOver: () => boolean) => Promise<unknown>,
  onError: (error: unknown) => void,
): Repeating => {
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const run = (): void => {
    if (stopped) return;
    running = running.then(() => work(() => stopped)).catch(onError);
  };
  run();
  const timer = setInterval(run, everyMs);
  return {
    again: run,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
};
