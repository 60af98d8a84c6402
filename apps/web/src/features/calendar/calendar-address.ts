import {
  type CalendarSpan,
  calendarSpans,
  type CalendarType,
  calendarTypes,
  DEFAULT_CALENDAR_SPAN,
  spanAround,
  spanOpenedOn,
} from '@endcap/contract/calendar';
import { ID_PATTERN } from '@endcap/contract/core';
import { readInstant } from '@endcap/contract/warsaw-time';

/** Search parameters of the calendar. Invalid values are ignored. */
export type CalendarSearch = Partial<Record<'span' | 'from' | 'store' | 'group' | 'type' | 'text', string | undefined>>;

export type CalendarView = { span: CalendarSpan; from: string; to: string; query: ReturnType<typeof queryOf> };

const idOf = (text: string | undefined): string | undefined => (text !== undefined && ID_PATTERN.test(text) ? text : undefined);

const queryOf = ({ store, group, type, text }: CalendarSearch, { from, to }: { from: string; to: string }) => {
  const known: CalendarType | undefined = calendarTypes.find((one) => one === type);
  return {
    from,
    to,
    ...(idOf(store) !== undefined && { storeId: idOf(store) }),
    ...(idOf(group) !== undefined && { groupId: idOf(group) }),
    ...(known && { type: known }),
    // PostgreSQL text cannot contain a NUL character.
    text: (text ?? '').replaceAll('\0', ''),
  };
};

/** Returns the range and the query for the server. Without a valid `from`, the range is based on `today`. */
export const viewOf = (search: CalendarSearch, today: string): CalendarView => {
  const span = calendarSpans.find((one) => one === search.span) ?? DEFAULT_CALENDAR_SPAN;
  const { from = '' } = search;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(from) && readInstant(from) !== null;
  const range = isDay ? spanAround(span, from) : spanOpenedOn(span, today);
  return { span, ...range, query: queryOf(search, range) };
};
