import { existsSync } from 'node:fs';
import type pg from 'pg';
import { processorMilliseconds } from '../processes.ts';

/** Returns a function that reads the processor milliseconds used so far by a process and by the connections to its database. */
export const processorOf = async (pool: pg.Pool, pid = 0): Promise<() => number> => {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  // A closed connection keeps its last value.
  const used = new Map([pid, ...rows.map((row) => row.pid)].map((one) => [one, 0]));
  return () => {
    for (const one of used.keys()) if (existsSync(`/proc/${one}`)) used.set(one, processorMilliseconds(one));
    return used.values().reduce((sum, milliseconds) => sum + milliseconds, 0);
  };
};
