import { setTimeout as sleep } from 'node:timers/promises';

/** How long an answer has to last before it is worth packing better: one that the next save ends is not. */
const LASTED_MS = 2_000;
const WAIT_AT_MOST = 1_000;

/** Work for later; out of `waiting` when nobody wants it any more. */
type Job = { from: number; pack: () => Promise<void> };
const waiting = new Set<Job>();
let isWorking = false;

/** One at a time, and half of the time at most: it takes the processor from those who wait for an answer. */
const work = async (): Promise<void> => {
  isWorking = true;
  for (const job of waiting) {
    await sleep(Math.max(0, job.from - performance.now()), undefined, { ref: false });
    if (!waiting.has(job)) continue;
    const began = performance.now();
    await job.pack();
    waiting.delete(job);
    await sleep(performance.now() - began, undefined, { ref: false });
  }
  isWorking = false;
};

/** Packs something in the background, unless what it returns is called before; one that fails is let be. */
export const packLater = (pack: () => Promise<void>): (() => void) => {
  if (waiting.size >= WAIT_AT_MOST) return () => {};
  const job = { from: performance.now() + LASTED_MS, pack: () => pack().catch(() => {}) };
  waiting.add(job);
  if (!isWorking) void work();
  return () => void waiting.delete(job);
};
