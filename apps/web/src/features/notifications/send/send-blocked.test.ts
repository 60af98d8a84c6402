import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {} });
vi.stubGlobal('addEventListener', () => {});
const { ApiProblem } = await import('../../../lib/api.ts');
const { failureCause } = await import('./failure-cause.ts');
const { blockedBy, canRetry } = await import('./send-blocked.ts');

const free = {
  hasProblems: false,
  isUploading: false,
  check: { state: 'answered', answer: { canSend: true, reason: null } },
  count: { state: 'answered', answer: { devices: 5 } },
  needsCount: true,
} as const;

test(
  'blocks when canSend is false, with or without a reason, and while the check is pending or failed',
  { tags: ['D-42', 'NOTIF-FORM-33', 'NOTIF-FORM-34', 'NOTIF-FORM-35', 'NOTIF-FORM-42'] },
  () => {
    expect(blockedBy(free)).toBeNull();
    for (const [reason, blocked] of [
      ['quota', { by: 'quota' }],
      ['noStore', { by: 'noStore' }],
      [null, { by: 'otherRule', reason: null }],
    ] as const)
      expect(blockedBy({ ...free, check: { state: 'answered', answer: { canSend: false, reason } } })).toEqual(blocked);
    expect(blockedBy({ ...free, check: { state: 'pending' } })).toEqual({ by: 'checking' });
    expect(blockedBy({ ...free, check: { state: 'failed', cause: 'serverError' } })).toEqual({ by: 'checkFailed', cause: 'serverError' });
  },
);
test('blocks on a reason that the page does not recognize', { tags: ['E-82'] }, () => {
  const answer = { canSend: false, reason: 'storm' as 'quota' };
  expect(blockedBy({ ...free, check: { state: 'answered', answer } })).toEqual({ by: 'otherRule', reason: 'storm' });
});
test('reports a missing store as such, and offers a retry only for failures that it may fix', { tags: ['D-42'] }, () => {
  const blocked = blockedBy({ ...free, check: { state: 'failed', cause: 'noStore' } });
  expect(blocked).toEqual({ by: 'noStore' });
  expect(canRetry(blocked)).toBe(false);
  expect(canRetry({ by: 'checkFailed', cause: 'notAllowed' })).toBe(false);
  expect(canRetry({ by: 'checkFailed', cause: 'offline' })).toBe(true);
});
test('problems and uploads block', { tags: ['NOTIF-FORM-31'] }, () => {
  expect(blockedBy({ ...free, hasProblems: true })).toEqual({ by: 'problems' });
  expect(blockedBy({ ...free, isUploading: true })).toEqual({ by: 'uploading' });
});
test("waits for the audience's device count only where the send needs it", { tags: ['D-41'] }, () => {
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
