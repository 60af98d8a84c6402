/** FCM refuses larger payloads (N04), bytes of UTF-8. */
export const PAYLOAD_MAX_BYTES = 4_096;
/** FCM keeps a message at most this long, seconds. */
const TIME_TO_LIVE_MAX_S = 28 * 86_400;

/** What a device receives (NOTIF-PUSH-09). */
export type PushMessage = {
  notificationId: string;
  title: string;
  body: string;
  url: string | null;
  imageUrl: string | null;
  validUntil: string;
};

/** Every copy of one notification carries the same key, so that a second copy replaces the first on the phone. */
export const replaceKey = (notificationId: string): string => `n${notificationId}`;

/** the sign of the one store that a push is aimed at stands after the title. */
export const signedTitle = (title: string, sign: string | null): string => (sign ? `${title} ${sign}` : title);

/** FCM HTTP v1 message without its addressee. `now` bounds the time to live by the validity. */
export const fcmMessage = (push: PushMessage, now: Date) => {
  const seconds = Math.max(0, Math.floor((Date.parse(push.validUntil) - now.getTime()) / 1000));
  const key = replaceKey(push.notificationId);
  return {
    notification: { title: push.title, body: push.body, ...(push.imageUrl && { image: push.imageUrl }) },
    data: { notificationId: push.notificationId, ...(push.url && { url: push.url }) },
    android: { collapse_key: key, ttl: `${Math.min(seconds, TIME_TO_LIVE_MAX_S)}s`, notification: { tag: key } },
    apns: {
      headers: {
        'apns-collapse-id': key,
        'apns-expiration': String(Math.floor(now.getTime() / 1000) + Math.min(seconds, TIME_TO_LIVE_MAX_S)),
      },
    },
  };
};

/** Size of title, text, link and image address as they travel, bytes. */
export const payloadBytes = (push: PushMessage, now: Date): number =>
  new TextEncoder().encode(JSON.stringify(fcmMessage(push, now))).length;
