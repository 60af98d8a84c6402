import type { createMessages, PushData, PushStep } from './messages.ts';
import { pathSegment } from './path-segment.ts';
import type { createReports } from './reports.ts';

const receiptPath = (notificationId: string, receipt: 'delivered' | 'opened'): string =>
  `/notifications/${pathSegment(notificationId)}/${receipt}`;

/** What becomes of a push on this phone, from its coming to its being opened. */
export const createPushes = (messages: ReturnType<typeof createMessages>, reports: ReturnType<typeof createReports>) => ({
  /** What to do about a push that has come, by its data; call it for each. */
  received: (data: PushData): Promise<PushStep> => messages.read(data),
  /** The push reached this phone. */
  delivered: async (notificationId: string): Promise<void> => {
    await messages.seen(notificationId);
    await reports.add({ path: receiptPath(notificationId, 'delivered') });
  },
  /** The person opened it, which says that it was delivered as well. */
  opened: async (notificationId: string): Promise<void> => reports.add({ path: receiptPath(notificationId, 'opened') }),
});
