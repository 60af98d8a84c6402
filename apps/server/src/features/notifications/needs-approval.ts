import { type AudienceRule } from '@endcap/contract/audience';
import { isHeld } from '@endcap/contract/settings';
import type { Db } from '../../tables.ts';
import { countDevices, freezeAudience } from '../delivery/index.ts';
import { readSettings } from '../settings/index.ts';

type Wanted = AudienceRule & { isTest: boolean; safety: boolean };

/**
 * CARE-04: whether another administrator has to approve a send before it goes out, and how many devices it would reach now; null: nobody is asked.
 * The one place that knows what is never held: neither tests nor safety messages are (CARE-05).
 */
export const needsApproval = async (db: Db, wanted: Wanted, storeId: string | null): Promise<{ devices: number } | null> => {
  if (wanted.isTest || wanted.safety) return null;
  const { sending } = await readSettings(db);
  if (!sending.approval) return null;
  const devices = await countDevices(db, await freezeAudience(db, { rule: wanted, storeId, isTest: false }));
  return isHeld(sending, devices) ? { devices } : null;
};
