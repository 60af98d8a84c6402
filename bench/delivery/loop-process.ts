import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareLoop } from './bare-loop.ts';
import { firebaseLoop } from './firebase-loop.ts';
import type { Loop, LoopOrder, LoopResult } from './loop.ts';

const loops = { bare: bareLoop, firebaseAdmin: firebaseLoop } satisfies Record<string, Loop>;

/**
 * A loop in a process of its own that lives for the whole bench, as a worker does: each is compiled and collected by
 * itself, and none runs on code that another has warmed.
 */
export const startLoop = (name: keyof typeof loops) => {
  const child = fork(fileURLToPath(import.meta.url), [name], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  return {
    run: (order: LoopOrder): Promise<LoopResult> =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null): void => reject(new Error(`The ${name} loop ended with ${code}`));
        child.once('exit', ended);
        child.once('message', (result) => {
          child.off('exit', ended);
          resolve(result as LoopResult);
        });
        child.send(order);
      }),
    stop: (): boolean => child.kill(),
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const loop = loops[process.argv[2] as keyof typeof loops];
  process.on('message', async (order: LoopOrder) => process.send?.(await loop(order)));
}
