import { readdirSync, readFileSync } from 'node:fs';
import { processorSeconds } from '../processes.ts';

/** Processor time that PostgreSQL has used, seconds: of the postmaster and of every process that it has now. What ended meanwhile is missing. */
export const databaseSeconds = (postmaster: number): number => {
  const own = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster);
    } catch {
      return false;
    }
  });
  return [String(postmaster), ...own].reduce((sum, pid) => {
    try {
      return sum + processorSeconds(Number(pid));
    } catch {
      return sum;
    }
  }, 0);
};
