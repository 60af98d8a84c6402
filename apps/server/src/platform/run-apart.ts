import { Worker } from 'node:worker_threads';

type Limits = { withinMs: number; memoryMb: number };

/** What a module posts from a thread of its own; `late` or `broken` when it posts nothing: what is malicious stops that thread alone (U23). */
export const runApart = <T>(module: URL, workerData: unknown, { withinMs, memoryMb }: Limits): Promise<T | 'late' | 'broken'> =>
  new Promise((resolve) => {
    const worker = new Worker(module, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // What libraries have to say of broken files concerns nobody.
      stdout: true,
      stderr: true,
    });
    const end = (result: T | 'late' | 'broken'): void => {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    };
    const timer = setTimeout(() => end('late'), withinMs);
    worker.once('message', end);
    worker.once('error', () => end('broken'));
    worker.once('exit', () => end('broken'));
  });
