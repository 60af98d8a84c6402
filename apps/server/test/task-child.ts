// A child process with tasks for the tests of the pool.
import { serveTasks } from '../src/platform/child-process/serve-tasks.ts';

const handlers = {
  count: async (bytes: Buffer, { times }: { times: number }) => ({ bytes: bytes.length * times, pid: process.pid }),
  seeEnvironment: async () => Object.keys(process.env),
  spin: async (): Promise<never> => {
    for (;;);
  },
  fill: async (): Promise<never> => {
    const buffers: Buffer[] = [];
    for (;;) buffers.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
  throwError: async (): Promise<never> => {
    throw new Error('A handler that fails');
  },
  crash: async () => process.abort(),
};
export type TaskHandlers = typeof handlers;

serveTasks(handlers);
