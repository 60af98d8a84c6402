import { expect, test, vi } from 'vitest';
import { emptySendForm } from './send-form.ts';
import { mayEndOn, sendFormProblems } from './send-problems.ts';

const now = new Date('2026-10-20T22:30:00Z');
const form = { ...emptySendForm(now), title: 'T', content: 'C' };

test('NOTIF-FORM-06: without image and URL it is valid', () => expect(sendFormProblems(form, 'endcap://', now)).toEqual({}));
test('NOTIF-VAL-12, 13: target and date', () => {
  expect(sendFormProblems({ ...form, url: 'javascript:x' }, 'endcap://', now)).toEqual({ url: ['notTarget'] });
  expect(sendFormProblems({ ...form, validUntil: '2026-10-21' }, 'endcap://', now)).toEqual({ validUntil: ['inPast'] });
  expect(sendFormProblems({ ...form, validUntil: '' }, 'endcap://', now)).toEqual({ validUntil: ['required'] });
});
test('PLAN-01: a start that is missing, unreadable, over or too far; an end before it; of what is sent now the typed start is no matter', () => {
  const planned = (startsAt: string, validUntil = '2026-12-31') =>
    sendFormProblems({ ...form, isPlanned: true, startsAt, validUntil }, 'endcap://', now);
  expect(planned('2026-10-22T06:00:00Z')).toEqual({});
  expect(planned('')).toEqual({ startsAt: ['required'] });
  expect(planned('jutro rano')).toEqual({ startsAt: ['notDate'] });
  expect(planned('2026-10-20T22:29:59Z')).toEqual({ startsAt: ['inPast'] });
  expect(planned('2027-01-20T06:00:00Z')).toMatchObject({ startsAt: ['tooFar'] });
  expect(planned('2026-10-22T06:00:00Z', '2026-10-21')).toEqual({ validUntil: ['endBeforeStart'] });
  expect(sendFormProblems({ ...form, startsAt: 'jutro rano' }, 'endcap://', now)).toEqual({});
});

test('D-43, NOTIF-VAL-13: a day is offered only where the rules would take it', () => {
  vi.useFakeTimers({ now: new Date('2026-12-06T22:54:00Z') });
  // Six minutes before midnight in Warsaw, and one.
  expect(['', 'jutro', '2026-12-06', '2026-12-07'].map(mayEndOn)).toEqual([false, false, false, true]);
  vi.setSystemTime(new Date('2026-12-06T22:59:00Z'));
  expect(['2026-12-07', '2026-12-08'].map(mayEndOn)).toEqual([false, true]);
  vi.useRealTimers();
});
