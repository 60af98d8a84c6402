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

/** ISO instants and ids: their letters are their order, which asking for a language's would take seconds to find of a hundred thousand. */
const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
/** By type, then as they begin. */
const inOrder = (one: CalendarItem, other: CalendarItem): number =>
  calendarTypes.indexOf(one.type) - calendarTypes.indexOf(other.type) ||
  byText(one.start ?? '', other.start ?? '') ||
  byText(one._id, other._id);

/**
 * Items in their order, and of more than `most` the first of each type, as evenly as there are: what is left out is left out of those that
 * have many.
 */
export const firstOfEach = (items: readonly CalendarItem[], most: number): CalendarItem[] => {
  const next = tableOf(calendarTypes, () => 0);
  const placed = items.toSorted(inOrder).map((item) => ({ item, place: next[item.type]++ }));
  const share = placed.map(({ place }) => place).toSorted((one, other) => one - other)[most] ?? Infinity;
  return placed.flatMap(({ item, place }) => (place < share ? [item] : []));
};

/** Counts the items of each type. */
export const countsOf = (items: readonly CalendarItem[]): Calendar['totals'] => {
  const counts = tableOf(calendarTypes, () => 0);
  for (const { type } of items) counts[type] += 1;
  return counts;
};
