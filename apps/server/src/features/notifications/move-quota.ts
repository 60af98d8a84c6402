import { Problem } from '@endcap/contract/core';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { Db } from '../../tables.ts';
import { freeDays, keepQuota } from './quota.repository.ts';
import { QUOTA_MESSAGE } from './send-notification.ts';

type Placed = { id: string; storeId: string | null };

/** The place of the day of an instant for that of another one; 409 when that day has its notification. */
export const moveQuota = async (trx: Db, { id, storeId }: Placed, from: Date, to: Date): Promise<void> => {
  if (warsawDay(from) !== warsawDay(to)) await freeDays(trx, [id]);
  if (!(await keepQuota(trx, storeId, warsawDay(to), id))) throw new Problem('quota_used_up', QUOTA_MESSAGE);
};
