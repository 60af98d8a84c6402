import { expect, test, vi } from 'vitest';
import { emptySendForm } from './send-form.ts';
import { mayEndOn, sendFormProblems } from './send-problems.ts';

const now = new Date('2026-10-20T22:30:00Z');
const form = { ...emptySendForm(now), title: 'T', content: 'C' };

test('without image and URL it is valid', { tags: ['NOTIF-FORM-06'] }, () => expect(sendFormProblems(form, 'endcap://', now)).toEqual({}));
test('target and date', { tags: ['NOTIF-VAL-12', 'NOTIF-VAL-13'] }, () => {
  expect(sendFormProblems({ ...form, url: 'javascript:x' }, 'endcap://', now)).toEqual({ url: ['notTarget'] });
  expect(sendFormProblems({ ...form, validUntil: '2026-10-21' }, 'endcap://', now)).toEqual({ validUntil: ['inPast'] });
  expect(sendFormProblems({ ...form, validUntil: '' }, 'endcap://', now)).toEqual({ validUntil: ['required'] });
});
test(
  'a start that is missing, unreadable, over or too far; an end before it; of what is sent now the typed start is no matter',
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

test('a day is offered only where the rules would take it', { tags: ['D-43', 'NOTIF-VAL-13'] }, () => {
  vi.useFakeTimers({ now: new Date('2026-12-06T22:54:00Z') });
  // Six minutes before midnight in Warsaw, and one.
  expect(['', 'jutro', '2026-12-06', '2026-12-07'].map(mayEndOn)).toEqual([false, false, false, true]);
  vi.setSystemTime(new Date('2026-12-06T22:59:00Z'));
  expect(['2026-12-07', '2026-12-08'].map(mayEndOn)).toEqual([false, true]);
  vi.useRealTimers();
});
