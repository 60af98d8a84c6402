import { emptyAudienceRule } from '@endcap/contract/audience';
import type { Notification } from '@endcap/contract/notifications';
import { expect, test } from 'vitest';
import { emptySendForm } from './send-form.ts';
import { startOfSent } from './start-of-sent.ts';

const base = emptySendForm(new Date('2026-10-20T22:30:00Z'));
const rule = {
  includeStoreType: 'super',
  includeStores: ['a'],
  excludeStores: ['b'],
  includeStoreGroups: ['c'],
  excludeStoreGroups: ['d'],
} as const;
const sent = (facts: object = {}): Notification =>
  ({
    title: 'T',
    content: 'C',
    url: null,
    image: 'cloudinary:x.png',
    validUntil: '2020-01-01T00:00:00Z',
    storeId: null,
    target: null,
    names: { a: 'A, Łódź', b: 'B, Łódź', c: 'Grupa C', d: 'Grupa D' },
    deleted: [],
    ...rule,
    ...facts,
  }) as unknown as Notification;

test('copies the message and the audience of a sent notification, with the end of validity of a new one', { tags: ['PLAN-05'] }, () => {
  const message = { title: 'T', content: 'C', image: 'cloudinary:x.png' };
  expect(startOfSent(sent(), base, 'whole')).toEqual({ form: { ...base, ...rule, ...message }, leftOut: [], mustChoose: false });
  const ofStore = sent({ ...emptyAudienceRule, storeId: 's' });
  expect(startOfSent(ofStore, base, 'whole').form).toMatchObject({ includeStoreType: '', includeStores: ['s'] });
  // The part `message` copies no audience.
  expect(startOfSent(sent(), base, 'message')).toEqual({ form: { ...base, ...message }, leftOut: [], mustChoose: false });
});

test('leaves out and names stores, groups and content deleted since the send', { tags: ['PLAN-05'] }, () => {
  const target = { contentId: 'x', page: 1, name: 'Kawa', deleted: true };
  const started = startOfSent(sent({ url: 'endcap://x', target, deleted: ['a', 'b', 'c'] }), base, 'whole');
  expect(started.form).toMatchObject({
    url: '',
    includeStoreType: 'super',
    includeStores: [],
    excludeStores: [],
    includeStoreGroups: [],
    excludeStoreGroups: ['d'],
  });
  expect(started.leftOut).toEqual([
    { kind: 'store', name: 'A, Łódź' },
    { kind: 'store', name: 'B, Łódź' },
    { kind: 'group', name: 'Grupa C' },
    { kind: 'content', name: 'Kawa' },
  ]);
  expect(started.mustChoose).toBe(false);
  expect(startOfSent(sent({ url: 'endcap://x', target: { ...target, deleted: false } }), base, 'whole').form.url).toBe('endcap://x');
  const closed = startOfSent(sent({ ...emptyAudienceRule, storeId: 's', deleted: ['s'] }), base, 'whole');
  expect(closed.form).toMatchObject({ includeStoreType: '', includeStores: [] });
  expect(closed.leftOut).toEqual([{ kind: 'store', name: null }]);
});

test('never widens an audience: requires a new choice of recipients when an exclusion was deleted', { tags: ['PLAN-05', 'D-30'] }, () => {
  const allBut = { ...emptyAudienceRule, includeStoreType: 'all', excludeStores: ['b'] };
  const started = startOfSent(sent({ ...allBut, deleted: ['b'] }), base, 'whole');
  expect(started).toMatchObject({ mustChoose: true, form: { ...emptyAudienceRule } });
  const group = startOfSent(sent({ deleted: ['d'] }), base, 'whole');
  expect(group).toMatchObject({ mustChoose: true, form: { ...emptyAudienceRule, excludeStores: ['b'] } });
  expect(startOfSent(sent({ ...allBut, excludeStores: ['a', 'b'], deleted: ['b'] }), base, 'whole')).toMatchObject({
    mustChoose: false,
    form: { includeStoreType: 'all', excludeStores: ['a'] },
  });
});
