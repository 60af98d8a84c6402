import type { Logger } from 'pino';

/** Reads that the first call would otherwise wait for, by the name of their source. */
export type Warming = Readonly<Record<string, () => Promise<unknown>>>;

/** A start that takes longer logs what it waits for. */
const LOG_AFTER_MS = 1_000;
/** Maximum delay of a start by a database or a provider that does not answer. Afterwards `/readyz` reports it. */
const WARM_WITHIN_MS = 30_000;

/** Reads everything that the first call would wait for. It also ends if a read fails. */
export const warmUp = async (warming: Warming, log: Pick<Logger, 'info'>): Promise<void> => {
  const missing = new Set(Object.keys(warming));
  const reads = Object.entries(warming).map(async ([name, read]) => {
    try {
      await read();
    } finally {
      missing.delete(name);
    }
  });
  const timers: NodeJS.Timeout[] = [];
  timers.push(setTimeout(() => log.info(`waiting for ${[...missing].join(' and ')}`), LOG_AFTER_MS));
  const late = new Promise<void>((resolve) => timers.push(setTimeout(resolve, WARM_WITHIN_MS)));
  await Promise.race([Promise.allSettled(reads), late]);
  for (const timer of timers) clearTimeout(timer);
};
