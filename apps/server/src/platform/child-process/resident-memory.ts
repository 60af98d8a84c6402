import { readFileSync } from 'node:fs';

/** Resident megabytes of a process; 0 for one that has ended, and on systems without `/proc`. */
export const residentMb = (pid: number): number => {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};
