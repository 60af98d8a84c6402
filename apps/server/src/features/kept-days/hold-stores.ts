import { fieldProblem } from '@endcap/contract/core';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { Db } from '../../tables.ts';
import { readSettings } from '../settings/index.ts';
import { keptForStore, lockForSending } from './kept-day.repository.ts';

type Starting = {
  storeId: string;
  /** When it starts. */
  at: Date;
};

const isRefused = async (db: Db): Promise<boolean> => (await readSettings(db)).sending.refuseKeptDays;

/** Whether head office has reserved the day and the settings refuse sends of a store's staff on it (CARE-06). */
export const isHeldOnKeptDay = async (db: Db, { storeId, at }: Starting): Promise<boolean> =>
  (await isRefused(db)) && (await keptForStore(db, storeId, warsawDay(at))) !== undefined;

/**
 * CARE-06: refuses what staff of a store would start on a day that head office keeps free, where the settings say so; call it in the transaction that
 * accepts it, before anything is taken. Until that ends nobody keeps a day.
 */
export const refuseOnKeptDay = async (trx: Db, starting: Starting): Promise<void> => {
  if (!(await isRefused(trx))) return;
  await lockForSending(trx);
  if (await keptForStore(trx, starting.storeId, warsawDay(starting.at))) throw fieldProblem('startsAt', 'dayKept');
};

/** What a store is told of the day on which something of it would start; undefined where it is nobody's. Administrators are never held. */
export const keptDayOfStore = async (db: Db, starting: Starting & { isAdmin: boolean }) => {
  const day = warsawDay(starting.at);
  const kept = await keptForStore(db, starting.storeId, day);
  if (!kept) return undefined;
  return { day, reason: kept.reason, refused: !starting.isAdmin && (await isRefused(db)) };
};
