import { readDeepLink } from '@endcap/contract/deep-links';
import type { Approval, AskedCorrection, FollowUp, Notification } from '@endcap/contract/notifications';
import type { Db } from '../../tables.ts';
import type { DeliveryReport } from '../delivery/index.ts';
import { linkedContent } from '../content/index.ts';
import { namesOf } from '../store-groups/index.ts';
import type { StoredNotification } from './notification.repository.ts';

/** The entity as staff see it: with names of stores and groups and the delivery so far. */
export const presentNotification = async (
  db: Db,
  stored: StoredNotification,
  report: DeliveryReport & { followUps: FollowUp[]; approval: Approval | null; correction: AskedCorrection | null },
  appScheme: string,
): Promise<Notification & { revision: number }> => {
  const { includeStores, excludeStores, includeStoreGroups, excludeStoreGroups, storeId } = stored;
  const aimedAt = [...includeStores, ...excludeStores, ...includeStoreGroups, ...excludeStoreGroups];
  const named = await namesOf(db, storeId === null ? aimedAt : [...aimedAt, storeId]);
  const link = stored.url === null ? null : readDeepLink(appScheme, stored.url);
  const linked = link && (await linkedContent(db, link.contentId));
  return {
    ...stored,
    ...report,
    validUntil: stored.validUntil.toISOString(),
    createdAt: stored.createdAt.toISOString(),
    correctedAt: stored.correctedAt?.toISOString() ?? null,
    recalledAt: stored.recalledAt?.toISOString() ?? null,
    target: link && { ...link, name: linked?.name ?? null, deleted: linked?.deleted ?? true },
    names: Object.fromEntries(named.map(({ id, name }) => [id, name])),
    deleted: named.filter(({ deleted }) => deleted).map(({ id }) => id),
  };
};
