import type { NotificationOpens } from '@endcap/contract/notifications';
import { startOfDayAhead } from '@endcap/contract/warsaw-time';
import type { OpensOfHour } from './opens.repository.ts';

const HOUR_MS = 3_600_000;
const HOURS_AT_MOST = 48;
const DAYS_AT_MOST = 62;

/** Start of interval `n` for each unit; the first interval begins with the send. */
const steps: Record<NotificationOpens['unit'], (first: Date, n: number) => string> = {
  hour: (first, n) => new Date(Math.floor(first.getTime() / HOUR_MS) * HOUR_MS + n * HOUR_MS).toISOString(),
  day: (first, n) => startOfDayAhead(first, n),
  week: (first, n) => startOfDayAhead(first, 7 * n),
};

const unitFor = (hours: number): NotificationOpens['unit'] => {
  if (hours <= HOURS_AT_MOST) return 'hour';
  return hours <= DAYS_AT_MOST * 24 ? 'day' : 'week';
};

/** Sums the openings from the send to the last one, per interval; the unit depends on the length, so that a chart has room for all. */
export const opensOver = (sent: Date, hours: readonly OpensOfHour[]): Pick<NotificationOpens, 'unit' | 'over'> => {
  const first = new Date(Math.min(sent.getTime(), hours[0]?.hour.getTime() ?? Infinity));
  const last = hours.at(-1)?.hour ?? first;
  const unit = unitFor((last.getTime() - first.getTime()) / HOUR_MS);
  const over: NotificationOpens['over'] = [];
  let at = 0;
  for (let n = 0; at < hours.length; n += 1) {
    const end = Date.parse(steps[unit](first, n + 1));
    let opened = 0;
    for (let hour = hours[at]; hour && hour.hour.getTime() < end; hour = hours[(at += 1)]) opened += hour.opened;
    over.push({ from: steps[unit](first, n), opened });
  }
  return { unit, over };
};
