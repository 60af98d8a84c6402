import { expect, test, vi } from 'vitest';
import {
  emptySendForm,
  formAfter,
  linkedItem,
  mayEndOn,
  withImplied,
  restoredForm,
  sendFormProblems,
  toPayload,
  urlOfItem,
} from './send-form.ts';

const now = new Date('2026-10-20T22:30:00Z');
const form = { ...emptySendForm(now), title: 'T', content: 'C' };

test('a new notification is valid for 14 Warsaw days', { tags: ['NOTIF-FORM-11'] }, () =>
  expect(emptySendForm(now).validUntil).toBe('2026-11-04'),
);
test('sends an empty audience while a store is selected', { tags: ['ROLE-07', 'NOTIF-FORM-39', 'NOTIF-FORM-52'] }, () => {
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

test('sends a test of a planned message immediately', { tags: ['PLAN-01'] }, () => {
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
test('moves the end of a restored draft to the default of today, unless it may have been sent already', { tags: ['D-40'] }, () => {
  const today = emptySendForm(new Date('2026-10-23T10:00:00Z'));
  const copy = { form, base: emptySendForm(now) };
  const sending = toPayload(form, { storeId: null, isTest: false });
  expect(restoredForm(copy, today, null, null)).toMatchObject({ title: 'T', validUntil: today.validUntil });
  expect(restoredForm(copy, today, { ...sending, title: 'Another' }, null).validUntil).toBe(today.validUntil);
  expect(toPayload(restoredForm(copy, today, sending, null), { storeId: null, isTest: false })).toEqual(sending);
});

test('needs neither image nor URL', { tags: ['NOTIF-FORM-06'] }, () => expect(sendFormProblems(form, 'endcap://', now)).toEqual({}));
test('target and date', { tags: ['NOTIF-VAL-12', 'NOTIF-VAL-13'] }, () => {
  expect(sendFormProblems({ ...form, url: 'javascript:x' }, 'endcap://', now)).toEqual({ url: ['notTarget'] });
  expect(sendFormProblems({ ...form, validUntil: '2026-10-21' }, 'endcap://', now)).toEqual({ validUntil: ['inPast'] });
  expect(sendFormProblems({ ...form, validUntil: '' }, 'endcap://', now)).toEqual({ validUntil: ['required'] });
});
test(
  'rejects a planned start that is missing, invalid, past or too far, and an end before it; ignores it for an immediate send',
  { tags: ['PLAN-01'] },
  () => {
    const planned = (startsAt: string, validUntil = '2026-12-31') =>
      sendFormProblems({ ...form, isPlanned: true, startsAt, validUntil }, 'endcap://', now);
    expect(planned('2026-10-22T06:00:00Z')).toEqual({});
    expect(planned('')).toEqual({ startsAt: ['required'] });
    expect(planned('jutro rano')).toEqual({ startsAt: ['notDate'] });
    expect(planned('2026-10-20T22:29:59Z')).toEqual({ startsAt: ['inPast'] });
    expect(planned('2027-01-20T06:00:00Z')).toMatchObject({ startsAt: ['tooFar'] });
    expect(planned('2026-10-22T06:00:00Z', '2026-10-21')).toEqual({ validUntil: ['endBeforeStart'] });
    expect(sendFormProblems({ ...form, startsAt: 'jutro rano' }, 'endcap://', now)).toEqual({});
  },
);

test('offers only days that the rules accept', { tags: ['D-43', 'NOTIF-VAL-13'] }, () => {
  vi.useFakeTimers({ now: new Date('2026-12-06T22:54:00Z') });
  // Six minutes before midnight in Warsaw, and one.
  expect(['', 'jutro', '2026-12-06', '2026-12-07'].map(mayEndOn)).toEqual([false, false, false, true]);
  vi.setSystemTime(new Date('2026-12-06T22:59:00Z'));
  expect(['2026-12-07', '2026-12-08'].map(mayEndOn)).toEqual([false, true]);
  vi.useRealTimers();
});

const opened = new Date('2026-10-20T08:00:00Z');
const empty = emptySendForm(opened);
const untouched = (): boolean => false;

test('narrows the audience to the first selected store or group, unless the person chose a store type', { tags: ['D-41'] }, () => {
  const named = { includeStores: ['a'] };
  expect(withImplied(empty, named, untouched)).toEqual({ includeStores: ['a'], includeStoreType: '' });
  expect(withImplied(empty, { includeStoreGroups: ['g'] }, untouched)).toEqual({ includeStoreGroups: ['g'], includeStoreType: '' });
  expect(withImplied(empty, named, (field) => field === 'includeStoreType')).toEqual(named);
  expect(withImplied(empty, { includeStoreType: 'all', ...named }, untouched)).toEqual({ includeStoreType: 'all', ...named });
  expect(withImplied({ ...empty, ...named }, { includeStores: ['a', 'b'] }, untouched)).toEqual({ includeStores: ['a', 'b'] });
  expect(withImplied(empty, { excludeStores: ['a'] }, untouched)).toEqual({ excludeStores: ['a'] });
});

test('moves the end of validity with the start until the person sets an end', { tags: ['PLAN-01'] }, () => {
  const free = { keepsEnd: false, now: opened };
  const planned = formAfter(empty, { isPlanned: true, startsAt: '2026-11-10T07:00:00Z' }, free);
  expect(planned).toMatchObject({ isPlanned: true, validUntil: '2026-11-24' });
  expect(formAfter(planned, { startsAt: 'jutro' }, free).validUntil).toBe('2026-11-03');
  expect(formAfter(planned, { isPlanned: false }, free).validUntil).toBe('2026-11-03');
  expect(formAfter(planned, { title: 'T' }, free).validUntil).toBe('2026-11-24');
  const own = { ...planned, validUntil: '2026-12-01' };
  expect(formAfter(own, { startsAt: '2026-11-20T07:00:00Z' }, { keepsEnd: true, now: opened }).validUntil).toBe('2026-12-01');
});
