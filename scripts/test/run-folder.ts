import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Four times what all parts of a run together were seen to hold. */
const ROOM = 8 * 2 ** 30;
const AGAIN_MS = 20;
const PATIENCE_MS = 10_000;

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Ended meanwhile, or is not ours.
    return '';
  }
};

/** Processes whose temporary files go into a folder, by the environment that they were started with. */
export const processesIn = (folder: string): number[] =>
  existsSync('/proc')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(`TMPDIR=${folder}`))
        .map(Number)
    : [];

const end = (pid: number): void => {
  // PostgreSQL gives its shared memory back; for the others there is nothing worth waiting for.
  const signal = read(`/proc/${pid}/comm`).startsWith('postgres') ? 'SIGQUIT' : 'SIGKILL';
  try {
    process.kill(pid, signal);
  } catch {
    // Ended meanwhile.
  }
};

const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);

/** Databases and browsers of a run wrote gigabytes to disk that nobody reads again; memory takes them where there is room. */
const temporaryFolder = (): string => {
  if (process.env['TMPDIR'] || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) < ROOM ? tmpdir() : MEMORY;
};

/** Removes what runs have left that were killed; the name of a folder says whose it is. */
const removeLeft = (within: string): void => {
  for (const name of readdirSync(within)) {
    const pid = /^endcap-run-(\d+)-/.exec(name)?.[1];
    if (pid && existsSync('/proc') && !existsSync(`/proc/${pid}`)) rmSync(join(within, name), { recursive: true, force: true });
  }
};

/**
 * Gives this process and whatever it starts a folder of its own for temporary files. When it ends, also by Ctrl-C, no process that was
 * started meanwhile is left, and no folder.
 */
export const openRunFolder = (): void => {
  const within = temporaryFolder();
  removeLeft(within);
  const folder = mkdtempSync(join(within, `endcap-run-${process.pid}-`));
  // The database has an account of its own.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  // Hundreds of processes read the same files: the first of them compiles each.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compile-cache');
  // Between being told of a port and listening on it lies a start of seconds, in which others ask for theirs; a run within a run as well.
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
