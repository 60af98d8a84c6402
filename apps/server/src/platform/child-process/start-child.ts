import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Limits of a child: resident memory, the part of it that JavaScript objects may take, and processor time over its whole life. */
export type ChildLimits = { memoryMb: number; heapMb: number; processorSeconds: number };

/**
 * Private memory that the system allows on top of `memoryMb`: what Node reserves for threads, and growth between two checks of the
 * memory.
 */
const RESERVED_MB = 1_024;

// A limit of the address space (`ulimit -v`) does not fit: V8 reserves gigabytes of it and uses little.
const SET_LIMITS = [
  'ulimit -c 0',
  'ulimit -d "$1"',
  'ulimit -t "$2"',
  // When the machine runs out of memory, Linux ends this process before the one that started it.
  'echo 1000 > /proc/self/oom_score_adj',
  'shift 2',
  'exec "$@"',
].join('\n');

const running = new Set<ChildProcess>();
const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** Starts a module in a process of its own, under limits of the system where that is Linux. It inherits no environment, and so no secrets. */
export const startChild = (module: URL, { memoryMb, heapMb, processorSeconds }: ChildLimits): ChildProcess => {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMb}`, fileURLToPath(module)];
  const dataKb = (memoryMb + RESERVED_MB) * 1024;
  const [command = '', ...args] =
    process.platform === 'linux' ? ['/bin/sh', '-c', SET_LIMITS, 'sh', String(dataKb), String(processorSeconds), ...node] : node;
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { MALLOC_ARENA_MAX: '2' },
  });
  if (running.size === 0) process.once('exit', endAll);
  running.add(child);
  const forget = (): void => {
    running.delete(child);
    if (running.size === 0) process.off('exit', endAll);
  };
  child.once('exit', forget).on('error', forget);
  return child;
};
