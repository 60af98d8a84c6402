import { contentTypes } from '@endcap/contract/content';
import { warsawMinute } from '@endcap/contract/warsaw-time';
import { expect, test } from 'vitest';
import { type Body, demoItems, demoKnowledge, resolveDays } from './demo-data.ts';

test('the demo chain has an item of every type', () => {
  const seeded = new Set([...demoItems.values()].map((body) => body['contentType']));
  expect(contentTypes.filter((type) => !seeded.has(type))).toEqual([]);
});

test.each([
  ['2026-11-25T10:00:00Z', '2026-11-26T23:00:00.000Z', '2026-12-06T21:00:00.000Z'],
  ['2026-11-27T10:00:00Z', '2026-11-26T23:00:00.000Z', '2026-12-06T21:00:00.000Z'],
  ['2026-11-28T10:00:00Z', '2027-11-25T23:00:00.000Z', '2026-12-06T21:00:00.000Z'],
  ['2026-10-25T10:00:00Z', '2026-11-26T23:00:00.000Z', '2026-11-01T21:00:00.000Z'],
])('a named day is today or the next day of that name, at %s', { tags: ['issue-20.4'] }, (now, friday, sunday) => {
  const body = { publicationStart: 'blackFriday 00:00', publicationEnd: 'sunday+7 22:00', title: 'x' };
  expect(resolveDays(Date.parse(now), body)).toEqual({ publicationStart: friday, publicationEnd: sunday, title: 'x' });
});

/** Removes fields with named days, which have their own time of day. */
const dayFields = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([, value]) => !/ \d\d:\d\d$/.test(String(value))));

test('items seeded at any day and hour begin at midnight and end at 23:59 in Warsaw', { tags: ['E-62'] }, () => {
  const hour = 3_600_000;
  const first = Date.parse('2026-01-01T00:30:00Z');
  // Steps of 25 hours cover every hour of the day, and a year with both clock changes.
  for (let now = first; now < first + 366 * 24 * hour; now += 25 * hour) {
    const edges = [...[...demoItems.values()].map((body) => resolveDays(now, dayFields(body))), ...demoKnowledge(now)].flatMap((body) =>
      Object.entries(body).filter(([field, value]) => /(Start|End)$/.test(field) && value !== null),
    );
    const times = edges.map(([field, value]) => `${field.replace(/.*(?=Start|End)/, '')} ${warsawMinute(String(value)).slice(11)}`);
    expect([...new Set(times)].toSorted()).toEqual(['End 23:59', 'Start 00:00']);
  }
});

test('an item of seven days ends on the day before its eighth begins', { tags: ['E-62'] }, () => {
  const seven = resolveDays(Date.parse('2026-10-21T21:30:00Z'), { validityStart: -2, validityEnd: 5 });
  expect(Object.values(seven).map((value) => warsawMinute(String(value)))).toEqual(['2026-10-19 00:00', '2026-10-25 23:59']);
});
