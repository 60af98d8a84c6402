import type { createMessages, PushData, PushStep } from './messages.ts';
import { pathSegment } from './path-segment.ts';
import type { createReports } from './reports.ts';

const receiptPath = (notificationId: string, receipt: 'delivered' | 'opened'): string =>
  `/notifications/${pathSegment(notificationId)}/${receipt}`;

/** Handles a push on this phone, from arrival to opening. */
export const createPushes = (messages: ReturnType<typeof createMessages>, reports: ReturnType<typeof createReports>) => ({
  /** Returns the action for a push that arrived, from its data. Call it for each push. */
  received: (data: PushData): Promise<PushStep> => messages.read(data),
  /** Reports that the push reached this phone. */
  delivered: async (notificationId: string): Promise<void> => {
    await messages.seen(notificationId);
    await reports.add({ path: receiptPath(notificationId, 'delivered') });
  },
  /** Reports that the person opened the push, which implies its delivery. */
  opened: async (notificationId: string): Promise<void> => reports.add({ path: receiptPath(notificationId, 'opened') }),
});
