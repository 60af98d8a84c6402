/** FCM refuses larger payloads (N04), bytes of UTF-8. */
export const PAYLOAD_MAX_BYTES = 4_096;
/** FCM stores a message at most this long, seconds. */
const TIME_TO_LIVE_MAX_S = 28 * 86_400;

/**
 * Change of a message on a phone: this push replaces it, or removes it. `version` grows with each change; a phone ignores a change that is
 * older than the last one it applied.
 */
export type PushChange = { action: 'correct' | 'takeBack'; platform: 'android' | 'ios'; version: number };

/** One for each platform: their messages differ in form and size. */
export const changesTo = (action: PushChange['action'], version: number): PushChange[] =>
  (['android', 'ios'] as const).map((platform) => ({ action, platform, version }));

/** Push as a device receives it (NOTIF-PUSH-09). */
export type PushMessage = {
  notificationId: string;
  title: string;
  body: string;
  url: string | null;
  imageUrl: string | null;
  validUntil: string;
  /** CARE-05: a safety message. */
  safety?: boolean;
  /** Without it: the message itself. */
  change?: PushChange | null;
};

/** Text that iOS shows in place of a recalled message, unless the settings contain one. */
export const WITHDRAWN_TEXT = 'Ta wiadomość została wycofana.';

/** Every copy of one notification carries the same key, so that a second copy replaces the first on the phone. */
export const replaceKey = (notificationId: string): string => `n${notificationId}`;

/** the sign of the one store that a push is aimed at follows the title. */
export const signedTitle = (title: string, sign: string | null): string => (sign ? `${title} ${sign}` : title);

type TimeToLive = { ttl: string; expiration: string };

const shownBy = ({ title, body, imageUrl }: PushMessage) => ({ title, body, ...(imageUrl && { image: imageUrl }) });
/** An app shows it apart; phones whose app may do so let it through what silences the rest. */
const safetyData = ({ safety }: PushMessage) => safety && { safety: 'true' };
/** iOS hands a message to the app's service extension, which adds the image, only where the message allows that. */
const apsOfImage = ({ imageUrl }: PushMessage) => imageUrl !== null && { 'mutable-content': 1 };
const apnsHeaders = (key: string, { expiration }: TimeToLive) => ({ 'apns-collapse-id': key, 'apns-expiration': expiration });

const textOf = (push: PushMessage) => ({
  title: push.title,
  body: push.body,
  ...(push.url && { url: push.url }),
  ...(push.imageUrl && { image: push.imageUrl }),
  ...safetyData(push),
});

/** An Android app changes its own message; without a text of its own the system shows nothing for it. */
const changeOnAndroid = (push: PushMessage, { action, version }: PushChange, key: string, { ttl }: TimeToLive) => ({
  data: {
    notificationId: push.notificationId,
    action,
    version: String(version),
    ...(action === 'correct' && textOf(push)),
  },
  // For an offline phone, this message replaces the stored one.
  android: { collapse_key: key, ttl, priority: 'HIGH' },
});

/** iOS wakes an app only when it likes: so the system itself shows this text instead of the other, without sound or light. */
const changeOnIos = (push: PushMessage, { action, version }: PushChange, key: string, live: TimeToLive) => ({
  notification: shownBy(push),
  data: { notificationId: push.notificationId, action, version: String(version), ...(push.url && { url: push.url }), ...safetyData(push) },
  apns: {
    headers: apnsHeaders(key, live),
    payload: { aps: { 'interruption-level': 'passive', 'content-available': 1, ...apsOfImage(push) } },
  },
});

const timeToLive = (validUntil: string, now: Date): TimeToLive => {
  const seconds = Math.min(Math.max(0, Math.floor((Date.parse(validUntil) - now.getTime()) / 1000)), TIME_TO_LIVE_MAX_S);
  return { ttl: `${seconds}s`, expiration: String(Math.floor(now.getTime() / 1000) + seconds) };
};

/** FCM HTTP v1 message without its addressee. `now` bounds the time to live by the validity. */
export const fcmMessage = (push: PushMessage, now: Date) => {
  const key = replaceKey(push.notificationId);
  const live = timeToLive(push.validUntil, now);
  const aps = { ...apsOfImage(push), ...(push.safety && { 'interruption-level': 'time-sensitive' }) };
  return {
    notification: shownBy(push),
    data: { notificationId: push.notificationId, ...(push.url && { url: push.url }), ...safetyData(push) },
    android: { collapse_key: key, ttl: live.ttl, notification: { tag: key }, ...(push.safety && { priority: 'HIGH' }) },
    apns: {
      headers: { ...apnsHeaders(key, live), ...(push.safety && { 'apns-priority': '10' }) },
      ...(Object.keys(aps).length > 0 && { payload: { aps } }),
    },
  };
};

/** The same of what changes a message that phones have. */
export const fcmChange = (push: PushMessage, change: PushChange, now: Date) => {
  const changed = change.platform === 'ios' ? changeOnIos : changeOnAndroid;
  return changed(push, change, replaceKey(push.notificationId), timeToLive(push.validUntil, now));
};

/** Size of title, text, link and image address as they travel, bytes. */
export const payloadBytes = (push: PushMessage, now: Date): number =>
  new TextEncoder().encode(JSON.stringify(push.change ? fcmChange(push, push.change, now) : fcmMessage(push, now))).length;
