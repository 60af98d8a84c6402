import { expect, test } from 'vitest';
import { emptySendForm } from './send-form.ts';
import { formAfter, partOf } from './typed-change.ts';

const now = new Date('2026-10-20T08:00:00Z');
const form = emptySendForm(now);
const untouched = (): boolean => false;

test('the first store or group that is named narrows to itself; a type that the person chose stays', { tags: ['D-41'] }, () => {
  const named = { includeStores: ['a'] };
  expect(partOf(form, named, untouched)).toEqual({ includeStores: ['a'], includeStoreType: '' });
  expect(partOf(form, { includeStoreGroups: ['g'] }, untouched)).toEqual({ includeStoreGroups: ['g'], includeStoreType: '' });
  expect(partOf(form, named, (field) => field === 'includeStoreType')).toEqual(named);
  expect(partOf(form, { includeStoreType: 'all', ...named }, untouched)).toEqual({ includeStoreType: 'all', ...named });
  expect(partOf({ ...form, ...named }, { includeStores: ['a', 'b'] }, untouched)).toEqual({ includeStores: ['a', 'b'] });
  expect(partOf(form, { excludeStores: ['a'] }, untouched)).toEqual({ excludeStores: ['a'] });
});

test('the end of validity follows the start until the person says another one', { tags: ['PLAN-01'] }, () => {
  const free = { keepsEnd: false, now };
  const planned = formAfter(form, { isPlanned: true, startsAt: '2026-11-10T07:00:00Z' }, free);
  expect(planned).toMatchObject({ isPlanned: true, validUntil: '2026-11-24' });
  expect(formAfter(planned, { startsAt: 'jutro' }, free).validUntil).toBe('2026-11-03');
  expect(formAfter(planned, { isPlanned: false }, free).validUntil).toBe('2026-11-03');
  expect(formAfter(planned, { title: 'T' }, free).validUntil).toBe('2026-11-24');
  const own = { ...planned, validUntil: '2026-12-01' };
  expect(formAfter(own, { startsAt: '2026-11-20T07:00:00Z' }, { keepsEnd: true, now }).validUntil).toBe('2026-12-01');
});
