import { expect, test } from 'vitest';
import { emptySendForm, linkedItem, restoredForm, toPayload, urlOfItem } from './send-form.ts';
import { sendFormProblems } from './send-problems.ts';

const now = new Date('2026-10-20T22:30:00Z');
const form = { ...emptySendForm(now), title: 'T', content: 'C' };

test('a new notification is valid for 14 Warsaw days', { tags: ['NOTIF-FORM-11'] }, () =>
  expect(emptySendForm(now).validUntil).toBe('2026-11-04'),
);
test('with a store selected the audience is sent empty', { tags: ['ROLE-07', 'NOTIF-FORM-39', 'NOTIF-FORM-52'] }, () => {
  const filled = { ...form, includeStores: ['a'], excludeStores: ['b'], includeStoreGroups: ['c'], excludeStoreGroups: ['d'] };
  expect(toPayload(filled, { storeId: 's', isTest: false })).toMatchObject({
    includeStoreType: '',
    includeStores: [],
    excludeStores: [],
    includeStoreGroups: [],
    excludeStoreGroups: [],
  });
  expect(toPayload(filled, { storeId: null, isTest: true })).toMatchObject({ includeStoreType: 'all', includeStores: ['a'], isTest: true });
});

test('a test of a planned message goes at once', { tags: ['PLAN-01'] }, () => {
  const planned = { ...form, isPlanned: true, startsAt: '2026-12-01T07:00:00.000Z' };
  expect(toPayload(planned, { storeId: null, isTest: false })).toMatchObject({ startsAt: planned.startsAt });
  expect(toPayload(planned, { storeId: null, isTest: true })).not.toHaveProperty('startsAt');
});

test(
  'a picked item is a deep link, with the page when it is another than 1',
  { tags: ['NOTIF-FORM-24', 'NOTIF-FORM-25', 'NOTIF-FORM-26', 'NOTIF-VAL-11'] },
  () => {
    expect(urlOfItem('endcap://', 'abc', '1')).toBe('endcap://abc');
    expect(urlOfItem('endcap://', 'abc', '')).toBe('endcap://abc');
    expect(urlOfItem('endcap://', 'abc', '3')).toBe('endcap://abc#3');
    for (const page of ['0', '-1', '1.5', 'x', '99999999999']) {
      const url = urlOfItem('endcap://', 'abc', page);
      expect(linkedItem(url, 'endcap://')).toEqual({ contentId: 'abc', page });
      expect(sendFormProblems({ ...form, url }, 'endcap://', now)).toEqual({ url: ['notPage'] });
    }
    expect(linkedItem('https://sklep.example/a#3', 'endcap://')).toBeNull();
    expect(sendFormProblems({ ...form, url: 'endcap://abc#3' }, 'endcap://', now)).toEqual({});
  },
);
test('a copy takes the day of today, unless it is what may be on its way already', { tags: ['D-40'] }, () => {
  const today = emptySendForm(new Date('2026-10-23T10:00:00Z'));
  const copy = { form, base: emptySendForm(now) };
  const sending = toPayload(form, { storeId: null, isTest: false });
  expect(restoredForm(copy, today, null, null)).toMatchObject({ title: 'T', validUntil: today.validUntil });
  expect(restoredForm(copy, today, { ...sending, title: 'Another' }, null).validUntil).toBe(today.validUntil);
  expect(toPayload(restoredForm(copy, today, sending, null), { storeId: null, isTest: false })).toEqual(sending);
});
