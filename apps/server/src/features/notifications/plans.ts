import { readDeepLink } from '@endcap/contract/deep-links';
import type { Plans } from '../delivery/index.ts';
import { appendHistory } from '../history/index.ts';
import { weeklyLimit } from './send-notification.ts';
import { findStarting, isContentGone, plannerOf } from './planned.repository.ts';

/** What a plan is when its time has come (PLAN-04), and that it has started: by whom it was planned or changed last. */
export const plansOf = (appScheme: string): Plans => ({
  starting: async (db, id) => {
    const { isOver, isStoreGone, url, storeId, isTest, ...rule } = await findStarting(db, id);
    if (isOver) return 'validityOver';
    if (isStoreGone) return 'storeGone';
    const link = url === null ? null : readDeepLink(appScheme, url);
    if (link && (await isContentGone(db, link.contentId))) return 'contentGone';
    return { rule, storeId, isTest, weeklyLimit: await weeklyLimit(db) };
  },
  started: async (db, id) => {
    const actor = await plannerOf(db, id);
    await appendHistory(db, { actor, entity: 'notification', entityId: id, action: 'send' }, {}, { sending: 'started' });
  },
});
