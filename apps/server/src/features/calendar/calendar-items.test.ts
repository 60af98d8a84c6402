import type { CalendarItem, CalendarType } from '@endcap/contract/calendar';
import { expect, test } from 'vitest';
import { firstOfEach, ofContent } from './calendar-items.ts';

const items = (contentType: Exclude<CalendarType, 'notification'>, many: number): CalendarItem[] =>
  Array.from({ length: many }, (_, n) =>
    ofContent({
      _id: `${contentType}${n}`,
      contentType,
      name: '',
      disabled: false,
      revision: 1,
      // Later ones start earlier, and the last one has no start.
      publicationStart: n === many - 1 ? null : `2026-12-${String(30 - n).padStart(2, '0')}T05:00:00.000Z`,
      publicationEnd: null,
      validityStart: null,
      validityEnd: null,
    }),
  );
const idsOf = (first: readonly CalendarItem[]): string[] => first.map(({ _id }) => _id);

test('firstOfEach returns the earliest items of each type, and all items of types that have few', { tags: ['17.1', 'CAL-01'] }, () => {
  const all = [...items('leaflet', 6), ...items('banner', 2), ...items('promoCode', 4)];
  const firstIds = (most: number) => idsOf(firstOfEach(all, most)).join(' ');
  expect(firstIds(12)).toBe(
    'leaflet5 leaflet4 leaflet3 leaflet2 leaflet1 leaflet0 promoCode3 promoCode2 promoCode1 promoCode0 banner1 banner0',
  );
  expect(firstIds(8)).toBe('leaflet5 leaflet4 leaflet3 promoCode3 promoCode2 promoCode1 banner1 banner0');
  expect(firstIds(3)).toBe('leaflet5 promoCode3 banner1');
  // Never more than the maximum, and the same share for types with enough items.
  expect(firstOfEach(all, 7)).toHaveLength(6);
});
