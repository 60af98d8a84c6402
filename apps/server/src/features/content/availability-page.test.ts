import type { Availability } from '@endcap/contract/content';
import { expect, test } from 'vitest';
import { turnsDuring } from '../../../test/turns-during.ts';
import { availabilityWords } from './availability.messages.ts';
import { availabilityPage, spanOf } from './availability-page.ts';

const [start, end] = ['2026-11-30T23:00:00.000Z', '2026-12-31T22:59:00.000Z'];

test('formats a span with one, both or no limits', { tags: ['D-47'] }, () => {
  const span = (from: string | null, until: string | null) => spanOf(availabilityWords.pl, from, until);
  expect(span(start, end)).toBe('2026-12-01 00:00 – 2026-12-31 23:59');
  expect(span(start, null)).toBe('2026-12-01 00:00 – bez końca');
  expect(span(null, end)).toBe('od początku – 2026-12-31 23:59');
  expect(span(null, null)).toBe('bez ograniczeń');
});

test('other work runs while the page of 20,000 stores is written', { tags: ['E-28'] }, async () => {
  const store = (n: number): Availability['stores'][number] => ({
    id: `store${n}`,
    name: `Sklep ${n}`,
    storeNo: n,
    city: 'Łódź',
    storeType: 'super',
    available: false,
    because: 'notChosen',
    audience: 'notChosen',
    aimedAt: false,
    groups: [],
    formerGroups: [],
  });
  const item: Availability['item'] = {
    _id: 'item',
    contentType: 'leaflet',
    name: null,
    title: 'Gazetka',
    publicationStart: null,
    publicationEnd: null,
    validityStart: null,
    validityEnd: null,
    segments: [],
    version: '',
    disabled: false,
  };
  const facts = { at: start, window: 'open' as const, valid: true, available: 0, aimedAt: 0, total: 20_000 };
  const answer: Availability = { ...facts, item, stores: Array.from({ length: 20_000 }, (_, n) => store(n)) };
  const { result, turns } = await turnsDuring(() => availabilityPage(answer, 'pl'));
  expect(result.match(/<tr><td/g)).toHaveLength(20_000);
  const csv = Buffer.from(/base64,([^"]+)"/.exec(result)?.[1] ?? '', 'base64').toString();
  expect(csv.trimEnd().split('\r\n')).toHaveLength(20_001);
  expect(turns).toBeGreaterThanOrEqual(5);
});
