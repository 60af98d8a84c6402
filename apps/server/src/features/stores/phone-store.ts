import { type AppStore, lastingPart } from '@endcap/contract/stores';
import {
  hoursForCustomers,
  openingsAt,
  openingsEnd,
  type StoreHours,
  tradingCalendar,
  type TradingException,
} from '@endcap/contract/trading-days';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { StoreForPhones } from './store.repository.ts';

/** A cached store. `text`: its JSON without the closing brace and without fields that depend on the time. */
export type PhoneStore = { id: string; latitude: number; longitude: number; hours: StoreHours; openingHours: string; text: string };

const hoursOf = ({ sundayRule, hoursExceptions, ...row }: StoreHours): StoreHours => ({
  mondayHours: row.mondayHours,
  tuesdayHours: row.tuesdayHours,
  wednesdayHours: row.wednesdayHours,
  thursdayHours: row.thursdayHours,
  fridayHours: row.fridayHours,
  saturdayHours: row.saturdayHours,
  sundayHours: row.sundayHours,
  sundayRule,
  hoursExceptions,
});
export const phoneStoreOf = (row: StoreForPhones): PhoneStore => ({
  id: row.id,
  latitude: row.latitude,
  longitude: row.longitude,
  hours: hoursOf(row),
  openingHours: row.openingHours,
  text: JSON.stringify(lastingPart(row)).slice(0, -1),
});

/** Appends fields to the JSON of a store, still without the closing brace. */
export const withPart = (text: string, part: Partial<AppStore>): string => `${text},${JSON.stringify(part).slice(1, -1)}`;
export const answerOf = (texts: readonly string[]): Buffer => Buffer.from(`{"items":[${texts.map((text) => `${text}}`).join()}]}`);

/** JSON of all stores, valid from an instant until another. `whole`: the response with all of them, once it was requested. */
export type Moment = { at: number; until: number; exceptions: readonly TradingException[]; texts: readonly string[]; whole: Buffer | null };

/** Opening state of all stores at an instant (milliseconds). Shared by all requests until a store opens or closes. */
export const momentAt = (at: number, stores: readonly PhoneStore[], exceptions: readonly TradingException[]): Moment => {
  const openingOf = openingsAt(at, tradingCalendar(exceptions));
  const today = warsawDay(new Date(at));
  const openings = stores.map(({ hours, openingHours, text }) => ({
    opening: openingOf(hours),
    text: withPart(text, { openingHours: hoursForCustomers({ openingHours, hoursExceptions: hours.hoursExceptions }, today) }),
  }));
  const until = openingsEnd(
    at,
    openings.map(({ opening }) => opening),
  );
  return { at, until, exceptions, texts: openings.map(({ opening, text }) => withPart(text, opening)), whole: null };
};
