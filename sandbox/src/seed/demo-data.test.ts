import { contentTypes } from '@endcap/contract/content';
import { expect, test } from 'vitest';
import { demoItems, placed } from './demo-data.ts';

test('the demo chain has an item of every type', () => {
  const seeded = new Set([...demoItems.values()].map((body) => body['contentType']));
  expect(contentTypes.filter((type) => !seeded.has(type))).toEqual([]);
});

test.each([
  ['2026-11-25T10:00:00Z', '2026-11-26T23:00:00.000Z', '2026-12-06T21:00:00.000Z'],
  ['2026-11-27T10:00:00Z', '2026-11-26T23:00:00.000Z', '2026-12-06T21:00:00.000Z'],
  ['2026-11-28T10:00:00Z', '2027-11-25T23:00:00.000Z', '2026-12-06T21:00:00.000Z'],
  ['2026-10-25T10:00:00Z', '2026-11-26T23:00:00.000Z', '2026-11-01T21:00:00.000Z'],
])('days that have a name are that day or the next one, at %s', { tags: ['issue-20.4'] }, (now, friday, sunday) => {
  const body = { publicationStart: 'blackFriday 00:00', publicationEnd: 'sunday+7 22:00', title: 'x' };
  expect(placed(Date.parse(now), body)).toEqual({ publicationStart: friday, publicationEnd: sunday, title: 'x' });
});
