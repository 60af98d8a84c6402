import type { ChildProcess } from 'node:child_process';
import { addAbortSignal, type Readable } from 'node:stream';
import type { FromChild, ToChild } from './messages.ts';
import { residentMb } from './resident-memory.ts';

/** Reason why a task has no result: a limit of time or memory was reached, or the child ended by itself. */
export type Stopped = { stopped: 'late' | 'memory' | 'ended' };

/** The file that a task is about, the time from its last byte to the result, and a way to cancel. */
export type Run = { open: () => Readable | Promise<Readable>; withinMs: number; signal?: AbortSignal | undefined };

const CHECK_EVERY_MS = 50;

/** Runs one task in a child and kills the child at a limit, on `signal`, or when the file cannot be read to its end. */
export const runTask = async (
  child: ChildProcess,
  memoryMb: number,
  task: { task: string; options: unknown },
  { open, withinMs, signal }: Run,
): Promise<{ result: unknown } | Stopped> => {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<{ result: unknown } | Stopped>();
  outcome.catch(() => {});
  const stop = (stopped: Stopped['stopped']): void => {
    resolve({ stopped });
    child.kill('SIGKILL');
  };
  const onMessage = (message: FromChild): void => {
    if (message.is === 'result') resolve({ result: message.result });
  };
  const onExit = (): void => resolve({ stopped: 'ended' });
  const onAbort = (): void => reject(signal?.reason);
  // An error means that the child has ended, which `exit` reports.
  const send = (message: ToChild): Promise<void> => new Promise((sent) => child.send(message, () => sent()));

  child.on('message', onMessage).once('exit', onExit);
  signal?.addEventListener('abort', onAbort);
  const memoryChecks = setInterval(() => residentMb(child.pid ?? 0) > memoryMb && stop('memory'), CHECK_EVERY_MS);
  let late: NodeJS.Timeout | undefined;
  try {
    signal?.throwIfAborted();
    const file = await open();
    if (signal) addAbortSignal(signal, file);
    for await (const bytes of file) await send({ is: 'chunk', bytes: bytes as Buffer });
    await send({ is: 'run', ...task });
    late = setTimeout(() => stop('late'), withinMs);
    return await outcome;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearInterval(memoryChecks);
    clearTimeout(late);
    signal?.removeEventListener('abort', onAbort);
    child.off('message', onMessage).off('exit', onExit);
  }
};
