const WINDOW_S = 30;
const FEWEST = 100;

/** Counts sends of the last 30 s in this process. `isBroken`: at least half of a hundred or more did not reach the push service. */
export const createBreakerWindow = (now: () => number = () => performance.now()) => {
  let seconds: { at: number; sent: number; transient: number }[] = [];
  const second = (): number => Math.floor(now() / 1000);
  return {
    note: (sent: number, transient: number): void => {
      const at = second();
      const last = seconds.at(-1);
      if (last?.at === at) {
        last.sent += sent;
        last.transient += transient;
      } else seconds.push({ at, sent, transient });
    },
    isBroken: (): boolean => {
      seconds = seconds.filter((one) => one.at > second() - WINDOW_S);
      const sum = (of: 'sent' | 'transient'): number => seconds.reduce((total, one) => total + one[of], 0);
      return sum('sent') >= FEWEST && sum('transient') * 2 >= sum('sent');
    },
    forget: (): void => {
      seconds = [];
    },
  };
};
