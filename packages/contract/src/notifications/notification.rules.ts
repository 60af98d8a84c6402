/** §9 */
export const TEXT_MAX_LENGTH = 230;
export const TEXT_MAX_LINE_BREAKS = 2;
/** the specification states no limit for the title; the server caps it. */
export const TITLE_MAX_LENGTH = 200;
export const URL_MAX_LENGTH = 2_000;
/** Default validity, in days (§9). */
export const VALID_DAYS = 14;
/** §9: delivery counts are fetched again after this many milliseconds. */
export const POLL_MS = 3_000;
/** §9: real notifications per scope and Warsaw day. The key of `notification_quota` enforces it. */
export const NOTIFICATIONS_A_DAY = 1;
/** A notification that ends within this many milliseconds would reach hardly anybody (N08). */
const SHORTEST_VALIDITY_MS = 5 * 60_000;
/** N08: longest validity, in milliseconds. */
const LONGEST_VALIDITY_MS = 366 * 86_400_000;

/** Share of all phones above which a send needs the same confirmation as one to everyone (ux 3). */
const CONFIRMED_ABOVE = 0.1;

export const isConfirmed = ({ devices, everyone, total }: { devices: number; everyone: boolean; total: number | null }): boolean =>
  everyone || (total !== null && devices > total * CONFIRMED_ABOVE);

/** §3; `remaining` devices have no outcome yet. */
export type DeliveryCounts = { successful: number; remaining: number; failed: number; converted: number };

/** Returns whether at least one phone accepted the send. Otherwise no customer is shown as having it (E-60). */
export const isAccepted = (details: Pick<DeliveryCounts, 'successful'> | null): boolean => details !== null && details.successful > 0;

const percent = (part: number, whole: number): number => {
  if (whole <= 0) return 0;
  const value = (part / whole) * 100;
  // Rounded down, so that 100 % is shown only when nothing remains.
  return value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value);
};

/** Percentages: whole numbers, one decimal below 10, and 0 without recipients (A-46, NOTIF-DET-32). */
export const deliveryProgress = ({ successful, failed, remaining }: DeliveryCounts): number =>
  percent(successful + failed, successful + failed + remaining);
export const conversion = ({ converted, successful }: DeliveryCounts): number => percent(converted, successful);

/** Percentage of the audience that the push service accepted. For a failed send, "progress" would look like success (D-04). */
export const deliveredShare = ({ successful, failed, remaining }: DeliveryCounts): number =>
  percent(successful, successful + failed + remaining);

/** State of a notification as it is displayed (D-04). */
const sendStatuses = [
  'planned',
  'overdue',
  'unapproved',
  'counting',
  'sending',
  'waiting',
  'paused',
  'cancelled',
  'declined',
  'notSent',
  'partlySent',
  'sent',
  'corrected',
  'takenBack',
] as const;
export type SendStatus = (typeof sendStatuses)[number];

const underWay: Readonly<Record<string, SendStatus>> = {
  expanding: 'counting',
  sending: 'sending',
  waiting: 'waiting',
  paused: 'paused',
  cancelled: 'cancelled',
};

export const sendStatusOf = (notification: {
  details: DeliveryCounts | null;
  errors: readonly string[];
  sending: { state: string; pauseReason: string | null };
  correctedAt?: string | null;
  recalledAt?: string | null;
  declined?: boolean;
}): SendStatus => {
  const { details, errors, sending, correctedAt, recalledAt, declined } = notification;
  if (sending.state === 'planned') {
    if (sending.pauseReason === 'approval') return 'unapproved';
    return sending.pauseReason === null ? 'planned' : 'overdue';
  }
  if (declined) return 'declined';
  if (recalledAt) return 'takenBack';
  const status = errors.length === 0 ? underWay[sending.state] : undefined;
  if (status) return status;
  if (!isAccepted(details)) return 'notSent';
  if (errors.length > 0 || sending.state === 'stopped') return 'partlySent';
  return correctedAt ? 'corrected' : 'sent';
};

/** Returns whether the rest of a send will never be sent. */
export const hasEndedEarly = (status: SendStatus): boolean =>
  status === 'notSent' || status === 'partlySent' || status === 'cancelled' || status === 'declined';

export type DeliveryState = 'waiting' | 'failed' | 'delivered';

/** §4: errors decide, then counts; neither means waiting (STATE-05..07, A-47). */
export const deliveryState = (notification: { details: DeliveryCounts | null; errors: readonly string[] }): DeliveryState => {
  if (notification.errors.length > 0) return 'failed';
  return notification.details ? 'delivered' : 'waiting';
};

/** Returns why an end of validity is rejected for a new notification; null if it is valid (NOTIF-VAL-13, N08). */
export const validityProblem = (validUntil: string, now: Date): 'inPast' | 'tooSoon' | 'tooFar' | null => {
  const ahead = Date.parse(validUntil) - now.getTime();
  if (ahead <= 0) return 'inPast';
  if (ahead < SHORTEST_VALIDITY_MS) return 'tooSoon';
  return ahead > LONGEST_VALIDITY_MS ? 'tooFar' : null;
};
