import { z } from 'zod';
import { weekdayOf } from './calendar-day.ts';
import { readHours } from './day-hours.ts';
import { holidays } from './holidays.ts';
import { isClosure } from './hours-rules.ts';
import { closureOn, hasHours, hoursOn, type StoreHours } from './store-hours.ts';
import { dayKinds, type TradingCalendar } from './trading-calendar.ts';

const Ranges = z.array(z.object({ opens: z.number().int(), closes: z.number().int() }));

/** Opening hours of a store on one day, and why they are not those of every week. */
export const StoreDay = z.object({
  /** Minutes since the start of the day; empty: closed. */
  ranges: Ranges,
  /** An entry of the store for this date alone, or shops that close early, changed the hours. */
  changed: z.boolean(),
  /** The hours of its weekday, on a plain weekday with changed hours. */
  usual: Ranges.nullable(),
  closure: z.object({ until: z.iso.date(), reason: z.string().nullable() }).nullable(),
  kind: z.enum(dayKinds),
  trades: z.boolean(),
  holiday: z.enum(holidays).nullable(),
  note: z.string().nullable(),
});
export type StoreDay = z.infer<typeof StoreDay>;

/** Null: nothing is known of the hours of that day. */
export const storeDay = (store: StoreHours, day: string, calendar: TradingCalendar): StoreDay | null => {
  const closure = closureOn(store, day);
  if (!closure && !hasHours(store)) return null;
  const { kind, holiday, note, trades, closesEarly } = calendar(day);
  const ranges = [...hoursOn(store, day, calendar)];
  const ofWeekday = readHours(store[`${weekdayOf(day)}Hours`] ?? '') ?? [];
  const isOther = JSON.stringify(ranges) !== JSON.stringify(ofWeekday);
  const isOwn = store.hoursExceptions.some((one) => one.day === day && !isClosure(one));
  const changed = !closure && (isOwn ? isOther || !trades : closesEarly && isOther);
  return {
    ranges,
    changed,
    usual: changed && kind === 'weekday' && ofWeekday.length > 0 ? ofWeekday : null,
    closure: closure ? { until: closure.until, reason: closure.reason ?? null } : null,
    kind,
    trades,
    holiday,
    note,
  };
};
