import { describe, expect, test } from 'vitest';
import { classifyReply, isTokenWithdrawn, retryAfterMs } from './classify-reply.ts';

const now = new Date('2026-11-21T12:00:00Z');
const FCM = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const reply = (status: number, body: unknown, headers = {}) =>
  classifyReply({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }, () => now);
const error = (status: number, details: unknown[] = []) => reply(status, { error: { message: 'No.', status: 'X', details } });

describe('outcome classes', () => {
  test('accepted needs a name', { tags: ['F33'] }, () => {
    expect(reply(200, { name: 'projects/p/messages/1' })).toEqual({ is: 'accepted', messageId: 'projects/p/messages/1' });
    expect(reply(200, {})).toEqual({ is: 'transient' });
    expect(reply(200, '<html>')).toEqual({ is: 'transient' });
  });
  test('only a proven dead address is dead', { tags: ['F24'] }, () => {
    expect(error(404, [{ '@type': FCM, errorCode: 'UNREGISTERED' }])).toEqual({ is: 'deadAddress' });
    expect(error(404).is).toBe('stop');
    expect(error(400, [{ '@type': FCM, errorCode: 'INVALID_ARGUMENT' }, { fieldViolations: [{ field: 'message.token' }] }])).toEqual({
      is: 'deadAddress',
    });
  });
  test('a bad payload stops and is not a dead address', { tags: ['F23'] }, () => {
    expect(error(400, [{ fieldViolations: [{ field: 'message.notification.title' }] }])).toMatchObject({ is: 'stop', reason: 'payload' });
  });
  test('credentials stop; those of one platform do not', { tags: ['F27'] }, () => {
    expect(error(401)).toMatchObject({ is: 'stop', reason: 'credential' });
    expect(error(403, [{ '@type': FCM, errorCode: 'SENDER_ID_MISMATCH' }])).toMatchObject({
      is: 'stop',
      reason: 'credential',
      error: '403 SENDER_ID_MISMATCH No.',
    });
    expect(error(401, [{ '@type': FCM, errorCode: 'THIRD_PARTY_AUTH_ERROR' }])).toEqual({ is: 'refused', reason: 'credential' });
  });
  test.each([400, 401, 403, 404])(
    '%s without an FCM error is transient, because a proxy or a firewall responded',
    { tags: ['F33'] },
    (status) => {
      for (const page of ['<html>Blocked</html>', '', '{}', { error: 'Forbidden' }, { error: { code: status, message: 'No.' } }])
        expect(reply(status, page)).toEqual({ is: 'transient', isRefused: true });
    },
  );
  test('an error of FCM whose details are unknown still counts', { tags: ['F33'] }, () => {
    expect(reply(403, { error: { status: 'PERMISSION_DENIED', details: [7] } })).toMatchObject({ is: 'stop', reason: 'credential' });
  });
  test('only FCM withdraws an access token', { tags: ['F28', 'F33'] }, () => {
    const said = (status: number, body: unknown) => isTokenWithdrawn({ status, body: JSON.stringify(body) });
    expect(said(401, { error: { status: 'UNAUTHENTICATED' } })).toBe(true);
    expect(said(403, { error: { status: 'PERMISSION_DENIED' } })).toBe(false);
    expect(said(401, { error: { status: 'UNAUTHENTICATED', details: [{ errorCode: 'THIRD_PARTY_AUTH_ERROR' }] } })).toBe(false);
    expect(said(401, 'Proxy authentication required')).toBe(false);
  });
  test('5xx and 429 are tried again', () => {
    expect(reply(503, 'x')).toEqual({ is: 'transient', isRefused: true });
    expect(reply(503, 'x', { 'retry-after': '7' })).toEqual({ is: 'transient', isRefused: true, afterMs: 7000 });
    expect(reply(429, 'x', { 'retry-after': '5' })).toEqual({ is: 'throttled', afterMs: 5000 });
  });
  test.each([
    ['5', 5000],
    [undefined, 60_000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['0', 60_000],
    ['-1', 60_000],
    ['99999', 3_600_000],
    ['soon', 60_000],
  ])('Retry-After %s', { tags: ['F21'] }, (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
