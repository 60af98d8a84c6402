import { type Calendar, type CalendarItem, calendarTypes } from '@endcap/contract/calendar';
import { tableOf } from '@endcap/contract/core';
import type { ContentBar } from './calendar-content.repository.ts';
import type { SentPush } from './calendar-pushes.repository.ts';

export const ofContent = ({ _id, contentType, name, disabled, revision, ...item }: ContentBar): CalendarItem => ({
  _id,
  type: contentType,
  name,
  start: item.publicationStart,
  end: item.publicationEnd,
  validityStart: item.validityStart,
  validityEnd: item.validityEnd,
  disabled,
  planned: false,
  takenBack: false,
  safety: false,
  revision,
});

export const ofPush = ({ _id, title, createdAt, validUntil, planned, takenBack, safety }: SentPush): CalendarItem => ({
  _id,
  type: 'notification',
  name: title,
  start: createdAt.toISOString(),
  end: validUntil.toISOString(),
  validityStart: null,
  validityEnd: null,
  disabled: false,
  planned,
  takenBack,
  safety,
  revision: null,
});

/** Compares ISO instants and ids by code unit. A locale comparison would take seconds for a hundred thousand items. */
const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
/** By type, then as they begin. */
const inOrder = (one: CalendarItem, other: CalendarItem): number =>
  calendarTypes.indexOf(one.type) - calendarTypes.indexOf(other.type) ||
  byText(one.start ?? '', other.start ?? '') ||
  byText(one._id, other._id);

/** Sorts the items. If there are more than `most`, returns the first of each type, in equal shares as far as each type has enough. */
export const firstOfEach = (items: readonly CalendarItem[], most: number): CalendarItem[] => {
  const next = tableOf(calendarTypes, () => 0);
  const ranked = items.toSorted(inOrder).map((item) => ({ item, rank: next[item.type]++ }));
  const share = ranked.map(({ rank }) => rank).toSorted((one, other) => one - other)[most] ?? Infinity;
  return ranked.flatMap(({ item, rank }) => (rank < share ? [item] : []));
};

/** Counts the items of each type. */
export const countsOf = (items: readonly CalendarItem[]): Calendar['totals'] => {
  const counts = tableOf(calendarTypes, () => 0);
  for (const { type } of items) counts[type] += 1;
  return counts;
};
