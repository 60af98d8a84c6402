import { pushImageUrl } from '@endcap/contract/files';
import { type PushChange, type PushMessage, signedTitle, WITHDRAWN_TEXT } from '@endcap/contract/notifications';
import type { Database } from '../../tables.ts';
import { isEndedState } from './fan-out-state.ts';
import type { End } from './next-step.ts';
import { type Orders, readOrders, type StoredOrders } from './orders.repository.ts';

const ORDERS_AGE_MS = 250;

const changeOf = ({ kind, platform, version }: StoredOrders): PushChange | null =>
  kind === 'send' || platform === null ? null : { action: kind === 'recall' ? 'takeBack' : 'correct', platform, version };

/** What phones are sent: of what is taken back nothing but a neutral line, where the system shows one. */
const messageOf = (stored: StoredOrders, appUrl: string): PushMessage => {
  const { notificationId, title, body, url, image, sign, safety, validUntil, kind, withdrawn } = stored;
  const common = { notificationId, validUntil, change: changeOf(stored) };
  if (kind === 'recall') return { ...common, title: '', body: withdrawn ?? WITHDRAWN_TEXT, url: null, imageUrl: null };
  return {
    ...common,
    title: signedTitle(title, sign),
    body,
    url,
    imageUrl: image && pushImageUrl(image, appUrl),
    ...(safety && { safety }),
  };
};

/** What a worker knows of a fan-out while it sends it: the message, and how things stood with it a moment ago. */
export const followOrders = async ({ db, appUrl }: { db: Database; appUrl: string }, fanOutId: string) => {
  const read = async (): Promise<Orders> => {
    const stored = await readOrders(db, fanOutId);
    const { state, isExpired, brakeReleased, textVersion } = stored;
    return { ...messageOf(stored, appUrl), state, isExpired, brakeReleased, textVersion };
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
    end: (): End | null => {
      if (isEndedState(known.state)) return known.state;
      return known.isExpired ? 'expired' : null;
    },
  };
};
export type FollowedOrders = Awaited<ReturnType<typeof followOrders>>;
