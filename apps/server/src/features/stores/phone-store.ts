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

/** A store as it is kept: where it is, when it is open, and its answer's text but for its end and what is of the moment. */
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

/** A text with what comes behind it, still without its end. */
export const withPart = (text: string, part: Partial<AppStore>): string => `${text},${JSON.stringify(part).slice(1, -1)}`;
export const answerOf = (texts: readonly string[]): Buffer => Buffer.from(`{"items":[${texts.map((text) => `${text}}`).join()}]}`);

/** Texts of all stores as they are from an instant until another, and the answer to whoever asks for all of them once somebody did. */
export type Moment = { at: number; until: number; exceptions: readonly TradingException[]; texts: readonly string[]; whole: Buffer | null };

/** How it is in all stores at an instant (milliseconds), made once for all who ask until one of them opens or closes. */
export const momentAt = (at: number, stores: readonly PhoneStore[], exceptions: readonly TradingException[]): Moment => {
  const openingOf = openingsAt(at, tradingCalendar(exceptions));
  const today = warsawDay(new Date(at));
  const told = stores.map(({ hours, openingHours, text }) => ({
    opening: openingOf(hours),
    text: withPart(text, { openingHours: hoursForCustomers({ openingHours, hoursExceptions: hours.hoursExceptions }, today) }),
  }));
  const until = openingsEnd(
    at,
    told.map(({ opening }) => opening),
  );
  return { at, until, exceptions, texts: told.map(({ opening, text }) => withPart(text, opening)), whole: null };
};
