const WINDOW_S = 30;
const FEWEST = 100;

/** Counts sends of the last 30 s in this process; `isBroken` when half of at least a hundred found no push service. */
export const createBreakerWindow = (now: () => number = () => performance.now()) => {
  let seconds: { at: number; sent: number; transient: number }[] = [];
  return {
    note: (sent: number, transient: number): void => {
      const at = Math.floor(now() / 1000);
      const last = seconds.at(-1);
      if (last?.at === at) {
        last.sent += sent;
        last.transient += transient;
      } else seconds = [...seconds.filter((one) => one.at > at - WINDOW_S), { at, sent, transient }];
    },
    isBroken: (): boolean => {
      const since = Math.floor(now() / 1000) - WINDOW_S;
      let [sent, transient] = [0, 0];
      for (const one of seconds)
        if (one.at > since) {
          sent += one.sent;
          transient += one.transient;
        }
      return sent >= FEWEST && transient * 2 >= sent;
    },
    forget: (): void => {
      seconds = [];
    },
  };
};
