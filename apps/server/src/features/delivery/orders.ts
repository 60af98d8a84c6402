import { fileUrl } from '@endcap/contract/files';
import { signedTitle } from '@endcap/contract/notifications';
import type { Database } from '../../tables.ts';
import { type Orders, readOrders } from './chunk.repository.ts';
import { isEndedState } from './fan-out-state.ts';
import type { End } from './next-step.ts';

const ORDERS_AGE_MS = 250;

/** What a worker knows of a notification while it sends it: the message, and how things stood with it a moment ago. */
export const followOrders = async ({ db, appUrl }: { db: Database; appUrl: string }, notificationId: string) => {
  const read = async (): Promise<Orders> => {
    const { image, sign, ...orders } = await readOrders(db, notificationId);
    return { ...orders, title: signedTitle(orders.title, sign), imageUrl: image && fileUrl(image, appUrl) };
  };
  let known = await read();
  let readAt = performance.now();
  return {
    latest: (): Orders => known,
    areOld: (): boolean => performance.now() - readAt > ORDERS_AGE_MS,
    readAgain: async (): Promise<void> => {
      known = await read();
      readAt = performance.now();
    },
    /** This worker itself put an end to it. */
    become: (state: Orders['state']): void => {
      known.state = state;
    },
    end: (now: Date): End | null => {
      if (isEndedState(known.state)) return known.state;
      return Date.parse(known.validUntil) <= now.getTime() ? 'expired' : null;
    },
  };
};
export type FollowedOrders = Awaited<ReturnType<typeof followOrders>>;
