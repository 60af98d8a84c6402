import { Problem } from '@endcap/contract/core';
import { afterQuiet } from '@endcap/contract/notifications';
import type { Db } from '../../tables.ts';
import { readQuietHours } from '../settings/index.ts';

/**
 * Returns the problem `quiet_hours`, with the first minute after them, when `at` is in quiet hours; null otherwise (CARE-03).
 * Call it only for sends that make a sound: not for tests, corrections and recalls.
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
