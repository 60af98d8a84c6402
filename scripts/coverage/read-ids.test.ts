import { expect, test } from 'vitest';
import { idsOf, namesOf } from './read-ids.ts';

test('finds the titles of tests, groups and parameterized tests', () => {
  const source =
    "test('XX-01: x', () => {}); describe(`B`, () => {}); test.each([[1]])('XX-02 %s', () => {}); for (const x of y) test(`XX-03 (${x})`, f);";
  expect(namesOf(source).titles.toSorted()).toEqual(['B', 'XX-01: x', 'XX-02 %s', 'XX-03 (…)']);
});
test('ignores tests that are skipped, to do, focused or commented out', () => {
  const source =
    "test.skip('XX-01', f); test.todo('XX-02'); test.only('XX-03', f); // test('XX-04', f)\ntest.each([1]).skip('XX-05', f); test.runIf(x).each([1])('XX-06', f);";
  expect(namesOf(source).titles).toEqual(['XX-06']);
});
test('finds the tags of tests and groups in the forms of vitest and Playwright', () => {
  const source =
    "test('x', { tags: ['XX-01'] }, f); describe.each([1])('y', { tags: ['XX-02', 'ux-4'] }, f); test('z', { tag: ['@XX-03'] }, f); test.skip('w', { tags: ['XX-04'] }, f);";
  expect(namesOf(source).tags).toEqual(['XX-01', 'XX-02', 'ux-4', 'XX-03']);
});
test('finds single ids, ranges and lists, and nothing that only looks like an id', () => {
  expect(idsOf('NAV-08, 33, THR-VIEW-01..03: API-ASST-02: in 24 hours, 10,000 of UTF-8, A-106, ux 11')).toEqual([
    'NAV-08',
    'NAV-33',
    'THR-VIEW-01',
    'THR-VIEW-02',
    'THR-VIEW-03',
    'API-ASST-02',
    'A-106',
  ]);
});
test('SEC-04: finds the ids of attacks, faults and findings', () => {
  expect(idsOf('F01, F03, 04, U25..U27, D-1A, D-30: A4 paper, RS256, B2B, H12')).toEqual([
    'F01',
    'F03',
    'F04',
    'U25',
    'U26',
    'U27',
    'D-30',
    'H12',
    'D-1A',
  ]);
});
