import { emptyAudienceRule } from '@endcap/contract/audience';
import type { Received } from '@endcap/contract/core';
import type { AudienceEstimate, notificationRoutes } from '@endcap/contract/notifications';
import type { Database } from '../../tables.ts';
import { countDevices, countStores, freezeAudience, isEveryone } from '../delivery/index.ts';
import { databaseNow } from '../../platform/db/database-now.ts';
import { rememberBriefly } from '../../platform/remember-briefly.ts';
import { wouldNeedApproval } from './needs-approval.ts';

/** Counting a million phones takes as long as the estimate itself, and a tenth of them does not change by the second. */
const TOTAL_MAX_AGE_MS = 10_000;

/** Counts the devices that a send would reach now, and all devices if a rule excludes some of them. */
export const createEstimate = (db: Database) => {
  const everyDevice = rememberBriefly(TOTAL_MAX_AGE_MS, () => countDevices(db, { of: 'everyone' }));
  return async (
    request: Received<typeof notificationRoutes.estimate>['body'],
    { storeId, person }: { storeId: string | null; person: string },
  ): Promise<AudienceEstimate> => {
    const audience = await freezeAudience(db, { rule: storeId === null ? request : emptyAudienceRule, storeId, isTest: request.isTest });
    const devices = await countDevices(db, audience);
    const everyone = isEveryone(audience);
    const total = storeId !== null ? null : everyone ? devices : await everyDevice.read('');
    // The form handles safety messages itself: this estimates an audience.
    const starter = { person, at: await databaseNow(db), id: null };
    const needed = await wouldNeedApproval(db, { isTest: request.isTest, safety: false, audience, starter }, devices);
    return { devices, stores: await countStores(db, audience), everyone, total, ...(needed && { unapproved: true as const }) };
  };
};
