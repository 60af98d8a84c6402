import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {} });
vi.stubGlobal('addEventListener', () => {});
const { ApiProblem } = await import('../../../lib/api.ts');
const { failureCause } = await import('./failure-cause.ts');
const { blockedBy, canBeAskedAgain } = await import('./send-blocked.ts');

const free = {
  hasProblems: false,
  isUploading: false,
  check: { state: 'answered', answer: { canSend: true, reason: null } },
  count: { state: 'answered', answer: { devices: 5 } },
  needsCount: true,
} as const;

test(
  'the flag decides, with a reason or without; a check under way or failed blocks',
  { tags: ['D-42', 'NOTIF-FORM-33', 'NOTIF-FORM-34', 'NOTIF-FORM-35', 'NOTIF-FORM-42'] },
  () => {
    expect(blockedBy(free)).toBeNull();
    for (const [reason, by] of [
      ['quota', 'quota'],
      ['noStore', 'noStore'],
      [null, 'closed'],
    ] as const)
      expect(blockedBy({ ...free, check: { state: 'answered', answer: { canSend: false, reason } } })).toEqual({ by });
    expect(blockedBy({ ...free, check: { state: 'pending' } })).toEqual({ by: 'checking' });
    expect(blockedBy({ ...free, check: { state: 'failed', cause: 'serverError' } })).toEqual({ by: 'checkFailed', cause: 'serverError' });
  },
);
test('a reason that the page does not know blocks as one that is not given', { tags: ['E-82'] }, () => {
  const answer = { canSend: false, reason: 'storm' as 'quota' };
  expect(blockedBy({ ...free, check: { state: 'answered', answer } })).toEqual({ by: 'closed' });
});
test('a day that head office keeps free blocks where it says so, and is told where it does not', { tags: ['CARE-06'] }, () => {
  const keptDay = { day: '2026-12-24', reason: 'Loteria', refused: true };
  const check = { state: 'answered', answer: { canSend: false, reason: 'keptDay', keptDay } } as const;
  expect(blockedBy({ ...free, check })).toEqual({ by: 'keptDay' });
  const told = { state: 'answered', answer: { canSend: true, reason: null, keptDay: { ...keptDay, refused: false } } } as const;
  expect(blockedBy({ ...free, check: told })).toBeNull();
});
test('a person without a store is told so, whichever call said it, and is not asked to try again', { tags: ['D-42'] }, () => {
  const blocked = blockedBy({ ...free, check: { state: 'failed', cause: 'noStore' } });
  expect(blocked).toEqual({ by: 'noStore' });
  expect(canBeAskedAgain(blocked)).toBe(false);
  expect(canBeAskedAgain({ by: 'checkFailed', cause: 'notAllowed' })).toBe(false);
  expect(canBeAskedAgain({ by: 'checkFailed', cause: 'offline' })).toBe(true);
});
test('problems and uploads block', { tags: ['NOTIF-FORM-31'] }, () => {
  expect(blockedBy({ ...free, hasProblems: true })).toEqual({ by: 'problems' });
  expect(blockedBy({ ...free, isUploading: true })).toEqual({ by: 'uploading' });
});
test("what may have to be confirmed waits for its number, a store's own send does not", { tags: ['D-41'] }, () => {
  expect(blockedBy({ ...free, count: { state: 'answered', answer: { devices: 0 } } })).toEqual({ by: 'nobody' });
  expect(blockedBy({ ...free, count: { state: 'pending' } })).toEqual({ by: 'counting' });
  expect(blockedBy({ ...free, count: { state: 'failed', cause: 'offline' } })).toEqual({ by: 'countFailed', cause: 'offline' });
  expect(blockedBy({ ...free, count: { state: 'pending' }, needsCount: false })).toBeNull();
  expect(blockedBy({ ...free, count: { state: 'failed', cause: 'offline' }, needsCount: false })).toBeNull();
});
test.each([
  [new ApiProblem('offline', 0), 'offline'],
  [new ApiProblem('internal', 500), 'serverError'],
  [new ApiProblem('internal', 502), 'serverError'],
  [new ApiProblem('unavailable', 503), 'unavailable'],
  [new ApiProblem('no_store', 403), 'noStore'],
  [new ApiProblem('forbidden', 403), 'notAllowed'],
  [new ApiProblem('too_many_requests', 429), 'tooMany'],
  [new ApiProblem('quota_used_up', 409), 'quota'],
  [new ApiProblem('request_in_progress', 409), 'busy'],
  [new ApiProblem('invalid', 422), 'refused'],
  [new Error('x'), 'serverError'],
])('each failure has its own cause: %s', { tags: ['D-42'] }, (error, cause) => expect(failureCause(error)).toBe(cause));
