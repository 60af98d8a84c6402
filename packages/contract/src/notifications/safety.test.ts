import { expect, test } from 'vitest';
import { fcmChange, fcmMessage, isSafetyWord, payloadBytes } from './index.ts';

test('accepts the confirmation word in both languages and any case, and nothing else', { tags: ['CARE-05'] }, () => {
  expect(['OSTRZEGAM', ' ostrzegam ', 'Warn'].map(isSafetyWord)).toEqual([true, true, true]);
  expect(['', 'ostrzegam!', 'OSTRZEGAM WARN', 'tak', 'yes'].map(isSafetyWord)).toEqual([false, false, false, false, false]);
});

test('a safety message is marked for the app and sent with high priority, as a time-sensitive alert on iOS', { tags: ['CARE-05'] }, () => {
  const now = new Date('2026-12-01T10:00:00Z');
  const push = { notificationId: 'a', title: 'T', body: 'B', url: null, imageUrl: null, validUntil: '2026-12-02T10:00:00Z' };
  const plain = fcmMessage(push, now);
  expect(plain.data).toEqual({ notificationId: 'a' });
  expect(plain.android).not.toHaveProperty('priority');
  const safety = fcmMessage({ ...push, safety: true }, now);
  expect(safety).toMatchObject({
    data: { notificationId: 'a', safety: 'true' },
    android: { priority: 'HIGH' },
    apns: { headers: { 'apns-priority': '10' }, payload: { aps: { 'interruption-level': 'time-sensitive' } } },
  });
  expect(payloadBytes({ ...push, safety: true }, now)).toBeGreaterThan(payloadBytes(push, now));
  // Corrections of a safety message are silent, like all corrections.
  for (const platform of ['android', 'ios'] as const) {
    const change = { action: 'correct', platform, version: 2 } as const;
    expect(fcmChange({ ...push, safety: true }, change, now).data).toMatchObject({ action: 'correct', safety: 'true' });
    expect(fcmChange(push, change, now).data).not.toHaveProperty('safety');
  }
});
