import { Problem } from '@endcap/contract/core';
import { afterQuiet } from '@endcap/contract/notifications';
import type { Db } from '../../tables.ts';
import { readQuietHours } from '../settings/index.ts';

/**
 * CARE-03: the problem `quiet_hours` with the first minute after them where a send would start in quiet hours; null where it would not. Ask it of
 * whatever makes a sound: not of tests, corrections and what is taken back.
 */
export const quietProblem = async (db: Db, at: Date): Promise<Problem | null> => {
  const hours = await readQuietHours(db);
  if (hours === null) return null;
  const quietUntil = afterQuiet(at, hours);
  if (quietUntil === null) return null;
  const problem = new Problem('quiet_hours', `Nothing is sent from ${hours.from} until ${hours.until}`, { startsAt: ['quietHours'] });
  problem.details = { quietUntil };
  return problem;
};
