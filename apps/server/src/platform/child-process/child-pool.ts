import type { ChildProcess } from 'node:child_process';
import { queueByOwner } from '../queue-by-owner.ts';
import type { Handlers } from './messages.ts';
import { residentMb } from './resident-memory.ts';
import { type Run, runTask, type Stopped } from './run-task.ts';
import { startChild } from './start-child.ts';

type Settings = { module: URL; atOnce: number; memoryMb: number; heapMb: number };
type Child = { process: ChildProcess; workedMs: number; idle?: NodeJS.Timeout };

/** A child without work ends after this time, and its memory is free again. */
const IDLE_MS = 30_000;
/** A child is replaced after so much work. The system ends one that works far longer: its parent may have died without ending it. */
const WORK_MS = 60_000;
const PROCESSOR_SECONDS = 600;

const start = async ({ module, memoryMb, heapMb }: Settings): Promise<Child> => {
  const process = startChild(module, { memoryMb, heapMb, processorSeconds: PROCESSOR_SECONDS });
  await new Promise<void>((resolve, reject) => {
    process.once('message', () => resolve());
    process.once('error', reject);
    process.once('exit', () => reject(new Error('A child process ended before it was ready')));
  });
  return { process, workedMs: 0 };
};

const hasEnded = ({ killed, exitCode, signalCode }: ChildProcess): boolean => killed || exitCode !== null || signalCode !== null;

/**
 * Runs tasks on untrusted files in child processes, one file at a time in each. `module` calls `serveTasks` with its handlers `H`. A file
 * that takes too much memory or time ends its child alone; the next file gets a new one.
 */
export const createChildPool = <H extends Handlers>(settings: Settings) => {
  const { atOnce, memoryMb } = settings;
  const enqueue = queueByOwner(atOnce);
  const idle = new Set<Child>();

  const take = async (): Promise<Child> => {
    const [child] = idle;
    if (child === undefined) return start(settings);
    idle.delete(child);
    clearTimeout(child.idle);
    if (hasEnded(child.process)) return take();
    child.process.ref();
    child.process.channel?.ref();
    return child;
  };
  const giveBack = (child: Child): void => {
    const { process, workedMs } = child;
    const isUsedUp = workedMs > WORK_MS || residentMb(process.pid ?? 0) > memoryMb / 2;
    if (isUsedUp || hasEnded(process)) return void process.kill('SIGKILL');
    // An idle child does not keep this process running.
    process.unref();
    process.channel?.unref();
    idle.add(child);
    child.idle = setTimeout(() => {
      idle.delete(child);
      process.kill('SIGKILL');
    }, IDLE_MS).unref();
  };

  /** Runs a handler of the child's module on a file. Throws when the file cannot be read, when no child starts, and on `signal`. */
  return <K extends keyof H & string>(
    task: K,
    options: Parameters<H[K]>[1],
    run: Run,
  ): Promise<{ result: Awaited<ReturnType<H[K]>> } | Stopped> =>
    enqueue('pool', async () => {
      const child = await take();
      const startedAt = performance.now();
      try {
        return (await runTask(child.process, memoryMb, { task, options }, run)) as { result: Awaited<ReturnType<H[K]>> } | Stopped;
      } finally {
        child.workedMs += performance.now() - startedAt;
        giveBack(child);
      }
    });
};
