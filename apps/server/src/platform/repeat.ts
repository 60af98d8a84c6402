export type Repeated = { stop: () => Promise<void> };
/** `again`: once more as soon as what runs now has ended, beside the usual times. */
type Repeating = Repeated & { again: () => void };

/** Does something now and every so often, one after the other, until it is stopped; `isOver` is for what takes long. */
export const repeat = (
  everyMs: number,
  work: (isOver: () => boolean) => Promise<unknown>,
  onError: (error: unknown) => void,
): Repeating => {
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const turn = (): void => {
    if (stopped) return;
    running = running.then(() => work(() => stopped)).catch(onError);
  };
  turn();
  const timer = setInterval(turn, everyMs);
  return {
    again: turn,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
};
