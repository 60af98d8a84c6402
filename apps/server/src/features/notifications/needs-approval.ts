import { isHeld } from '@endcap/contract/settings';
import type { Db } from '../../tables.ts';
import { countDevices, type FrozenAudience } from '../delivery/index.ts';
import { readSettings } from '../settings/index.ts';

type Wanted = { isTest: boolean; safety: boolean };

/**
 * CARE-04: whether another administrator has to approve a send before it goes out, and how many devices it would reach; null: nobody is asked, and
 * where that does not hang on a number none is counted. The one place that knows what is never held: neither tests nor safety messages are (CARE-05).
 */
export const approvalOf = async (db: Db, { isTest, safety }: Wanted, count: () => Promise<number>): Promise<{ devices: number } | null> => {
  if (isTest || safety) return null;
  const { sending } = await readSettings(db);
  if (!sending.approval) return null;
  const devices = await count();
  return isHeld(sending, devices) ? { devices } : null;
};

/** The same of an audience, counted now: the one that is sent to, so that nothing grows in between. */
export const needsApproval = (db: Db, wanted: Wanted, audience: FrozenAudience): Promise<{ devices: number } | null> =>
  approvalOf(db, wanted, () => countDevices(db, audience));
