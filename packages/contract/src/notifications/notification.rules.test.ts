import { describe, expect, test } from 'vitest';
import { readInstant } from '../warsaw-time/index.ts';
import { fieldCodes, PAGE_LINKS, SEARCH_DEBOUNCE_MS, TOAST_MS } from '../core/index.ts';
import {
  hasEndedEarly,
  conversion,
  CorrectNotification,
  deliveredShare,
  deliveryProgress,
  deliveryState,
  fcmChange,
  fcmMessage,
  isConfirmed,
  NOTIFICATIONS_A_DAY,
  payloadBytes,
  POLL_MS,
  replaceKey,
  SendNotification,
  sendStatusOf,
  signedTitle,
  TEXT_MAX_LENGTH,
  TEXT_MAX_LINE_BREAKS,
  VALID_DAYS,
  validityProblem,
} from './index.ts';

const draft = (facts: Record<string, unknown> = {}) => ({ title: 'Tytuł', content: 'Treść', validUntil: '2027-01-01', ...facts });
const codes = (facts: Record<string, unknown>) => {
  const result = SendNotification.safeParse(draft(facts));
  return result.success ? {} : fieldCodes(result.error);
};
const sent = (facts: Record<string, unknown>) => SendNotification.parse(draft(facts));

describe('constants of §9', () => {
  test(
    'limits, pauses and pages are those of the specification',
    { tags: ['CONST-03', 'CONST-04', 'CONST-05', 'CONST-06', 'CONST-08', 'CONST-09', 'CONST-10', 'CONST-20'] },
    () => {
      expect({
        SEARCH_DEBOUNCE_MS,
        POLL_MS,
        TOAST_MS,
        VALID_DAYS,
        TEXT_MAX_LENGTH,
        TEXT_MAX_LINE_BREAKS,
        NOTIFICATIONS_A_DAY,
        PAGE_LINKS,
      }).toEqual({
        SEARCH_DEBOUNCE_MS: 800,
        POLL_MS: 3000,
        TOAST_MS: 5000,
        VALID_DAYS: 14,
        TEXT_MAX_LENGTH: 230,
        TEXT_MAX_LINE_BREAKS: 2,
        NOTIFICATIONS_A_DAY: 1,
        PAGE_LINKS: 5,
      });
    },
  );
});

describe('text rules', () => {
  test('title and text are required, white space does not count', { tags: ['NOTIF-VAL-01', 'NOTIF-VAL-02', 'NOTIF-VAL-10'] }, () => {
    expect(codes({ title: ' \n ', content: '\t' })).toEqual({ title: ['required'], content: ['required'] });
    expect(codes({ title: undefined, content: undefined })).toEqual({ title: ['required'], content: ['required'] });
  });
  test('a correction names link and image: one that is left out is refused, null and an empty text remove it', { tags: ['E-01'] }, () => {
    const message = { title: 'Tytuł', content: 'Treść' };
    const { error } = CorrectNotification.safeParse(message);
    expect(error && fieldCodes(error)).toEqual({ url: ['required'], image: ['required'] });
    expect(CorrectNotification.parse({ ...message, url: null, image: '' })).toEqual({ ...message, url: null, image: null });
    expect(sent({})).toMatchObject({ url: null, image: null });
  });
  test('230 characters are accepted, 231 refused', { tags: ['NOTIF-VAL-03', 'NOTIF-VAL-04'] }, () => {
    expect(codes({ content: 'ą'.repeat(230) })).toEqual({});
    expect(codes({ content: 'ą'.repeat(231) })).toEqual({ content: ['textTooLong'] });
  });
  test('emoji count as the counter shows them, two each', { tags: ['N02'] }, () => {
    expect(codes({ content: '😀'.repeat(115) })).toEqual({});
    expect(codes({ content: '😀'.repeat(116) })).toEqual({ content: ['textTooLong'] });
  });
  test(
    'two line breaks are accepted, three refused, blank lines included',
    { tags: ['NOTIF-VAL-05', 'NOTIF-VAL-06', 'NOTIF-VAL-07'] },
    () => {
      expect(codes({ content: 'a\n\nb' })).toEqual({});
      expect(codes({ content: 'a\nb\nc' })).toEqual({});
      expect(codes({ content: 'a\n\n\nb' })).toEqual({ content: ['textTooManyLines'] });
      expect(codes({ content: 'a\nb\nc\nd' })).toEqual({ content: ['textTooManyLines'] });
    },
  );
  test('every kind of line break is one line break and one character', { tags: ['NOTIF-VAL-08', 'N03'] }, () => {
    for (const sign of ['\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f']) {
      expect(sent({ content: `a${sign}b` }).content).toBe('a\nb');
      expect(codes({ content: ['a', 'b', 'c', 'd'].join(sign) })).toEqual({ content: ['textTooManyLines'] });
    }
    expect(codes({ content: `${'x'.repeat(228)}\r\ny` })).toEqual({});
  });
  test('controls, NUL, bidi overrides and lone surrogates cannot get through', { tags: ['N05'] }, () => {
    expect(sent({ content: 'a\u0000b\u202ec\u2066d\u0007e' }).content).toBe('abcde');
    expect(sent({ title: 'x\ud800y' }).title.isWellFormed()).toBe(true);
    expect(sent({ title: 'dwa\nwiersze\ttu' }).title).toBe('dwa wiersze tu');
  });
  test('the same letters compare equal however they were typed', () => {
    expect(sent({ content: 'z\u0307o\u0301łw' }).content).toBe('żółw');
  });
});

describe('validity', () => {
  test('a plain day is its start in Warsaw, an instant needs a zone', { tags: ['A-31'] }, () => {
    expect(readInstant('2027-01-01')).toBe('2026-12-31T23:00:00.000Z');
    expect(readInstant('2027-07-01')).toBe('2027-06-30T22:00:00.000Z');
    expect(readInstant('2027-07-01T10:00+02:00')).toBe('2027-07-01T08:00:00.000Z');
  });
  test.each(['tomorrow', '2027-02-29', '2027-13-01', '2027-01-01T10:00', '01.01.2027', '2027-1-1'])(
    '%s is not a date',
    { tags: ['N08'] },
    (validUntil) => {
      expect(readInstant(validUntil)).toBeNull();
    },
  );
  test('it is required', { tags: ['NOTIF-VAL-13'] }, () => expect(codes({ validUntil: ' ' })).toEqual({ validUntil: ['required'] }));
  test('a number is refused', { tags: ['N08'] }, () => expect(codes({ validUntil: 5 })).toHaveProperty('validUntil'));
  test('rejects an end in the past, too soon or too far ahead', { tags: ['NOTIF-VAL-13', 'N08'] }, () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(validityProblem('2026-11-21T12:00:00Z', now)).toBe('inPast');
    expect(validityProblem('2026-11-21T12:04:59Z', now)).toBe('tooSoon');
    expect(validityProblem('2026-11-21T12:05:00Z', now)).toBeNull();
    expect(validityProblem('9999-01-01T00:00:00Z', now)).toBe('tooFar');
  });
});

describe('fields of a request', () => {
  test('drops details, errors and ids', { tags: ['Z11'] }, () => {
    expect(sent({ details: { successful: 1e6 }, errors: ['x'], notificationIds: ['y'], createdAt: '2020-01-01', storeId: 'a' })).toEqual(
      sent({}),
    );
  });
  test('drops duplicate ids of stores', { tags: ['N14', 'NOTIF-FORM-40'] }, () =>
    expect(sent({ includeStores: ['a', 'b', 'a'] }).includeStores).toEqual(['a', 'b']),
  );
  test('the store type defaults to all, and null becomes an empty type', { tags: ['NOTIF-FORM-50'] }, () => {
    expect(sent({}).includeStoreType).toBe('all');
    expect(sent({ includeStoreType: null }).includeStoreType).toBe('');
    expect(codes({ includeStoreType: 'hyper' })).toHaveProperty('includeStoreType');
  });
  test.each(['file:00000000000000000000000000000000.pdf', 'cloudinary:../x', 'https://evil.example/x.png', 'cloudinary:short.png'])(
    '%s is not an image',
    { tags: ['N17'] },
    (image) => {
      expect(codes({ image })).toHaveProperty('image');
    },
  );
});

describe('figures', () => {
  test('percentages, 0 without recipients, 100 only at the end', { tags: ['A-46', 'NOTIF-DET-32'] }, () => {
    const counts = { successful: 0, failed: 0, remaining: 0, converted: 0 };
    expect([deliveryProgress(counts), conversion(counts)]).toEqual([0, 0]);
    expect(deliveryProgress({ ...counts, successful: 999, remaining: 1 })).toBe(99);
    expect(deliveryProgress({ ...counts, successful: 900, failed: 100 })).toBe(100);
    expect(conversion({ ...counts, successful: 1000, converted: 25 })).toBe(2.5);
  });
  test('returns the standing of each state; a failed send is not "sent", and its delivered share is 0', { tags: ['D-04'] }, () => {
    const counts = { successful: 0, failed: 0, remaining: 0, converted: 0 };
    const standing = (state: string, details: Partial<typeof counts> | null, errors: string[] = []) =>
      sendStatusOf({ details: details && { ...counts, ...details }, errors, sending: { state, pauseReason: null } });
    expect(standing('planned', null)).toBe('planned');
    expect(sendStatusOf({ details: null, errors: [], sending: { state: 'planned', pauseReason: 'late' } })).toBe('overdue');
    expect(standing('expanding', null)).toBe('counting');
    expect(standing('sending', { successful: 1, remaining: 1 })).toBe('sending');
    expect(standing('waiting', { remaining: 2 })).toBe('waiting');
    expect(standing('paused', { remaining: 2 })).toBe('paused');
    expect(standing('cancelled', { failed: 2 })).toBe('cancelled');
    expect(standing('finished', { successful: 1, failed: 1 })).toBe('sent');
    expect(standing('finished', null, ['emptyAudience'])).toBe('notSent');
    expect(standing('finished', { failed: 2 })).toBe('notSent');
    expect(standing('stopped', { failed: 2 }, ['credential'])).toBe('notSent');
    expect(standing('stopped', { successful: 1, failed: 2 }, ['credential'])).toBe('partlySent');
    const later = { details: { ...counts, successful: 1 }, errors: [], sending: { state: 'finished', pauseReason: null } };
    expect(sendStatusOf({ ...later, correctedAt: '2026-11-25T10:00:00Z', recalledAt: null })).toBe('corrected');
    expect(sendStatusOf({ ...later, correctedAt: '2026-11-25T10:00:00Z', recalledAt: '2026-11-25T11:00:00Z' })).toBe('takenBack');
    expect(['notSent', 'partlySent', 'cancelled', 'sent', 'sending'].map((one) => hasEndedEarly(one as 'sent'))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(deliveryProgress({ ...counts, failed: 500 })).toBe(100);
    expect(deliveredShare({ ...counts, failed: 500 })).toBe(0);
    expect(deliveredShare({ ...counts, successful: 51, failed: 49 })).toBe(51);
  });
  test('plans that wait for approval and declined ones have standings of their own', { tags: ['CARE-04'] }, () => {
    const unsent = { details: null, errors: [] };
    expect(sendStatusOf({ ...unsent, sending: { state: 'planned', pauseReason: 'approval' } })).toBe('unapproved');
    expect(sendStatusOf({ ...unsent, sending: { state: 'cancelled', pauseReason: null }, declined: true })).toBe('declined');
    expect(sendStatusOf({ ...unsent, sending: { state: 'cancelled', pauseReason: null }, declined: false })).toBe('cancelled');
    expect(hasEndedEarly('declined')).toBe(true);
  });
  test('the delivery state depends on errors first, then on counts', { tags: ['STATE-05', 'STATE-06', 'STATE-07', 'A-47'] }, () => {
    const details = { successful: 1, failed: 0, remaining: 0, converted: 0 };
    expect(deliveryState({ details: null, errors: [] })).toBe('waiting');
    expect(deliveryState({ details, errors: [] })).toBe('delivered');
    expect(deliveryState({ details, errors: ['x'] })).toBe('failed');
  });
});

test(
  'sends to everyone or to more than a tenth of all phones need confirmation, sends of one store do not',
  { tags: ['D-41', 'ux-3'] },
  () => {
    const estimate = { devices: 100, everyone: false, total: 1_000 };
    expect(isConfirmed(estimate)).toBe(false);
    expect(isConfirmed({ ...estimate, devices: 101 })).toBe(true);
    expect(isConfirmed({ devices: 0, everyone: true, total: 0 })).toBe(true);
    expect(isConfirmed({ devices: 900, everyone: false, total: null })).toBe(false);
  },
);

describe('the push message', () => {
  const push = {
    notificationId: 'abc',
    title: 'T',
    body: 'B',
    url: 'endcap://x',
    imageUrl: 'https://a/i.png',
    validUntil: '2026-12-01T00:00:00Z',
  };
  const now = new Date('2026-11-30T23:59:00Z');
  test('contains title, text, image, link and id under one replace key', { tags: ['NOTIF-PUSH-09', 'E-09'] }, () => {
    expect(fcmMessage(push, now)).toEqual({
      notification: { title: 'T', body: 'B', image: 'https://a/i.png' },
      data: { notificationId: 'abc', url: 'endcap://x' },
      android: { collapse_key: 'nabc', ttl: '60s', notification: { tag: 'nabc' } },
      apns: {
        headers: { 'apns-collapse-id': 'nabc', 'apns-expiration': '1796083200' },
        payload: { aps: { 'mutable-content': 1 } },
      },
    });
    expect(fcmMessage({ ...push, imageUrl: null }, now).apns).not.toHaveProperty('payload');
    expect(replaceKey('a'.repeat(40)).length).toBeLessThanOrEqual(64);
  });
  test('the time to live ends with the validity, at most 28 days', { tags: ['NOTIF-PUSH-12', 'N08'] }, () => {
    expect(fcmMessage({ ...push, validUntil: '2027-11-30T00:00:00Z' }, now).android.ttl).toBe(`${28 * 86400}s`);
    expect(fcmMessage({ ...push, validUntil: '2020-01-01T00:00:00Z' }, now).android.ttl).toBe('0s');
  });
  test(
    'a recall is a data message for the app, and for iOS a neutral text that replaces the message silently',
    { tags: ['RECALL-01'] },
    () => {
      const line = { ...push, title: '', body: 'Wycofano', url: null, imageUrl: null };
      expect(fcmChange(line, { action: 'takeBack', platform: 'android', version: 3 }, now)).toEqual({
        data: { notificationId: 'abc', action: 'takeBack', version: '3' },
        android: { collapse_key: 'nabc', ttl: '60s', priority: 'HIGH' },
      });
      expect(fcmChange(line, { action: 'takeBack', platform: 'ios', version: 3 }, now)).toEqual({
        notification: { title: '', body: 'Wycofano' },
        data: { notificationId: 'abc', action: 'takeBack', version: '3' },
        apns: {
          headers: { 'apns-collapse-id': 'nabc', 'apns-expiration': '1796083200' },
          payload: { aps: { 'interruption-level': 'passive', 'content-available': 1 } },
        },
      });
    },
  );
  test('a correction carries the whole message, under the same key', { tags: ['RECALL-02'] }, () => {
    expect(fcmChange(push, { action: 'correct', platform: 'android', version: 2 }, now).data).toEqual({
      notificationId: 'abc',
      action: 'correct',
      version: '2',
      title: 'T',
      body: 'B',
      url: 'endcap://x',
      image: 'https://a/i.png',
    });
    expect(fcmChange(push, { action: 'correct', platform: 'ios', version: 2 }, now)).toMatchObject({
      notification: { title: 'T', body: 'B', image: 'https://a/i.png' },
      apns: { headers: { 'apns-collapse-id': 'nabc' } },
    });
    const change = { action: 'correct', platform: 'android', version: 2 } as const;
    expect(payloadBytes({ ...push, change }, now)).toBe(JSON.stringify(fcmChange(push, change, now)).length);
  });
  test('size is counted in bytes of UTF-8', { tags: ['N04'] }, () =>
    expect(payloadBytes({ ...push, body: 'ą' }, now)).toBe(payloadBytes({ ...push, body: 'a' }, now) + 1),
  );
  test('the sign stands after the title', { tags: ['NOTIF-PUSH-14', 'A-53'] }, () => {
    expect(signedTitle('Chleb', '– Marszałkowska')).toBe('Chleb – Marszałkowska');
    expect(signedTitle('Chleb', null)).toBe('Chleb');
  });
});
