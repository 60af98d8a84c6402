import type { Approval, Notification } from '@endcap/contract/notifications';
import { expect, test } from 'vitest';
import { asksToCorrect, isCorrectedUnapproved, mayBeCorrected, mayBeTakenBack } from './what-may-follow.ts';

const now = new Date('2026-11-25T12:00:00.000Z');
const aSent = (facts: Partial<Notification>): Notification => ({
  _id: 'n1',
  title: 'Promocja',
  content: 'Jabłka po 2 zł',
  url: null,
  image: null,
  isTest: false,
  safety: false,
  validUntil: '2026-12-25T12:00:00.000Z',
  createdAt: '2026-11-24T12:00:00.000Z',
  notificationIds: [],
  includeStoreType: 'all',
  includeStores: [],
  excludeStores: [],
  includeStoreGroups: [],
  excludeStoreGroups: [],
  details: { successful: 3, remaining: 0, failed: 0, converted: 0 },
  errors: [],
  storeId: null,
  names: {},
  deleted: [],
  target: null,
  sending: { state: 'finished', since: null, pauseReason: null },
  failures: [],
  approval: null,
  correction: null,
  correctedAt: null,
  recalledAt: null,
  followUps: [],
  outcomesEnded: false,
  limited: null,
  ...facts,
});
const offered = (facts: Partial<Notification>): boolean[] => [mayBeTakenBack(aSent(facts)), mayBeCorrected(aSent(facts), now)];

test('offers a follow-up only while the phones that have the message are known', { tags: ['RECALL-01', 'RECALL-02', 'OPS-06'] }, () => {
  expect(offered({})).toEqual([true, true]);
  expect(offered({ outcomesEnded: true })).toEqual([false, false]);
  expect(offered({ details: { successful: 0, remaining: 0, failed: 3, converted: 0 } })).toEqual([false, false]);
});

test('offers a follow-up if a phone may have the message, even if none is known to', { tags: ['E-07'] }, () => {
  const nobody = { details: { successful: 0, remaining: 0, failed: 3, converted: 0 } };
  expect(offered({ ...nobody, failures: [{ reason: 'unknown', count: 3 }] })).toEqual([true, true]);
  expect(offered({ ...nobody, failures: [{ reason: 'cancelled', count: 3 }] })).toEqual([false, false]);
});

const person = { id: 'jan', name: 'Jan Nowak' };
const approved: Approval = {
  state: 'approved',
  revision: 1,
  decidedRevision: 1,
  ofThisText: true,
  atOnce: true,
  devices: 3,
  together: null,
  atStart: false,
  approvedDevices: null,
  author: person,
  askedBy: person,
  askedAt: '',
  decidedBy: person,
  decidedAt: '',
  word: null,
};

test('a correction of an approved text needs approval, that of a safety message does not', { tags: ['E-03'] }, () => {
  expect(asksToCorrect(aSent({ approval: approved }))).toBe(true);
  expect(asksToCorrect(aSent({ approval: { ...approved, ofThisText: false } }))).toBe(true);
  expect(asksToCorrect(aSent({ approval: approved, safety: true }))).toBe(false);
  expect(asksToCorrect(aSent({ approval: { ...approved, state: 'withdrawn' } }))).toBe(false);
  expect(asksToCorrect(aSent({}))).toBe(false);
});

test('flags an approved send whose text was corrected without approval', { tags: ['CARE-04'] }, () => {
  const correctedAt = '2026-11-25T11:00:00.000Z';
  expect(isCorrectedUnapproved(aSent({ correctedAt, approval: { ...approved, ofThisText: false } }))).toBe(true);
  expect(isCorrectedUnapproved(aSent({ correctedAt, approval: approved }))).toBe(false);
  expect(isCorrectedUnapproved(aSent({ correctedAt }))).toBe(false);
});
