import { fcmMessage } from '@endcap/contract/notifications';
import type { Message } from 'firebase-admin/messaging';
import { firebaseAdminAt } from '../../sandbox/src/push-gateway/firebase-admin-at.ts';
import type { Loop } from './loop.ts';

/** The most that sendEach takes. */
const BATCH = 500;

/** The vendor's SDK: `parallel` calls of sendEach at a time. */
export const firebaseLoop: Loop = async ({ gateway, messages, parallel }) => {
  const { messaging, close } = firebaseAdminAt(gateway);
  const shared = fcmMessage(
    { notificationId: 'sdk', title: 'Weekend', body: 'Owoce i warzywa', url: null, imageUrl: null, validUntil: '2099-01-01T00:00:00Z' },
    new Date(),
  );
  const message = { notification: shared.notification, data: shared.data, android: { collapseKey: 'nsdk', notification: { tag: 'nsdk' } } };
  let next = 0;
  const [startedAt, used] = [performance.now(), process.cpuUsage()];
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (next < messages) {
        const from = next;
        next += BATCH;
        const batch = Array.from({ length: BATCH }, (_, n): Message => ({ ...message, token: `sdk-token-${from + n}` }));
        const { failureCount } = await messaging.sendEach(batch);
        if (failureCount > 0) throw new Error(`sendEach failed for ${failureCount} messages`);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(used);
  await close();
  return { perSecond: next / seconds, microseconds: (user + system) / next };
};
