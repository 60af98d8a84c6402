import { pushImageUrl } from '@endcap/contract/files';
import { type PushChange, type PushMessage, signedTitle, WITHDRAWN_TEXT } from '@endcap/contract/notifications';
import type { Database } from '../../../tables.ts';
import { isEndedState } from '../fan-out-state.ts';
import type { End } from './next-step.ts';
import { type FanOutStatus, readStoredStatus, type StoredStatus } from './fan-out-status.repository.ts';

const changeOf = ({ kind, platform, version }: StoredStatus): PushChange | null =>
  kind === 'send' || platform === null ? null : { action: kind === 'recall' ? 'takeBack' : 'correct', platform, version };

/** The message for the phones. A recall carries only a neutral line, which some systems show. */
const messageOf = (stored: StoredStatus, appUrl: string): PushMessage => {
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

/** Reads the message of a fan-out and its current state. */
export const fetchStatus = async ({ db, appUrl }: { db: Database; appUrl: string }, fanOutId: string): Promise<FanOutStatus> => {
  const stored = await readStoredStatus(db, fanOutId);
  const { state, isExpired, brakeReleased, textVersion } = stored;
  return { ...messageOf(stored, appUrl), state, isExpired, brakeReleased, textVersion };
};

/** Returns the reason why nothing more may be sent; null: it continues, or is paused. */
export const endOf = ({ state, isExpired }: FanOutStatus): End | null => {
  if (isEndedState(state)) return state;
  return isExpired ? 'expired' : null;
};
