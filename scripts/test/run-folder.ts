import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** File system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Bytes that must be free in memory: four times the measured peak of a whole run. */
const ROOM = 8 * 2 ** 30;
const AGAIN_MS = 20;
const PATIENCE_MS = 10_000;

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended in the meantime, or belongs to another account.
    return '';
  }
};

/** Returns the processes whose temporary files go into a folder, by the environment at their start. */
export const processesIn = (folder: string): number[] =>
  existsSync('/proc')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(`TMPDIR=${folder}`))
        .map(Number)
    : [];

const end = (pid: number): void => {
  // SIGQUIT lets PostgreSQL release its shared memory. The others have nothing to clean up.
  const signal = read(`/proc/${pid}/comm`).startsWith('postgres') ? 'SIGQUIT' : 'SIGKILL';
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended in the meantime.
  }
};

const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);

/** Returns the folder for temporary files: in memory if there is room, since databases and browsers of a run write gigabytes. */
const temporaryFolder = (): string => {
  if (process.env['TMPDIR'] || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) < ROOM ? tmpdir() : MEMORY;
};

/** Removes the folders of killed runs. The name of a folder contains the process id of its run. */
const removeLeft = (within: string): void => {
  for (const name of readdirSync(within)) {
    const pid = /^endcap-run-(\d+)-/.exec(name)?.[1];
    if (pid && existsSync('/proc') && !existsSync(`/proc/${pid}`)) rmSync(join(within, name), { recursive: true, force: true });
  }
};

/**
 * Creates a folder for the temporary files of this process and its children. On exit, also by Ctrl-C, kills the remaining children and
 * removes the folder.
 */
export const openRunFolder = (): void => {
  const within = temporaryFolder();
  removeLeft(within);
  const folder = mkdtempSync(join(within, `endcap-run-${process.pid}-`));
  // The database runs under another account, which has to enter the folder.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  // Hundreds of processes load the same files. With a shared cache each file is compiled once.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compile-cache');
  // Folder that records assigned ports, since a process listens on its port only seconds later. A nested run shares it.
  if (!process.env['PORTS_TOLD']) mkdirSync((process.env['PORTS_TOLD'] = join(folder, 'ports')));
  process.on('exit', () => {
    for (let waited = 0; waited < PATIENCE_MS; waited += AGAIN_MS) {
      const left = processesIn(folder);
      if (left.length === 0) break;
      left.forEach(end);
      pause();
    }
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
};
