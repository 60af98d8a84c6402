import { Problem } from '@endcap/contract/core';
import { afterQuiet } from '@endcap/contract/notifications';
import type { Db } from '../../tables.ts';
import { readQuietHours } from '../settings/index.ts';
import { databaseNow } from './planned.repository.ts';

/**
 * CARE-03: throws `quiet_hours` with the first minute after them where a send would start in quiet hours; `startsAt` null is now, by the clock of
 * the database. Call it for whatever makes a sound: not for tests, corrections and what is taken back.
 */
export const refuseQuiet = async (db: Db, startsAt: string | null): Promise<void> => {
  const hours = await readQuietHours(db);
  if (hours === null) return;
  const quietUntil = afterQuiet(startsAt ?? (await databaseNow(db)), hours);
  if (quietUntil === null) return;
  const problem = new Problem('quiet_hours', `Nothing is sent from ${hours.from} until ${hours.until}`, { startsAt: ['quietHours'] });
  problem.details = { quietUntil };
  throw problem;
};
