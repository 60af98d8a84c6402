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

/**
 * CARE-06: whether head office has reserved the day for itself and the settings refuse sends of a store's staff on it. Call it in the transaction that
 * accepts or starts such a send: until that ends nobody reserves a day.
 */
export const isReservedFor = async (trx: Db, { storeId, at }: Starting): Promise<boolean> => {
  if (!(await isRefused(trx))) return false;
  await lockForSending(trx);
  return (await keptForStore(trx, storeId, warsawDay(at))) !== undefined;
};

/** What a store is told of the day on which something of it would start; undefined where it is nobody's. Administrators are never held. */
export const keptDayOfStore = async (db: Db, starting: Starting & { isAdmin: boolean }) => {
  const day = warsawDay(starting.at);
  const kept = await keptForStore(db, starting.storeId, day);
  if (!kept) return undefined;
  return { day, reason: kept.reason, refused: !starting.isAdmin && (await isRefused(db)) };
};
