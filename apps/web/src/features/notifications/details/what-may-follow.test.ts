import type { Notification } from '@endcap/contract/notifications';
import { expect, test } from 'vitest';
import { isCorrectedUnapproved, isHeldByApproval, losesTheRest, mayBeCorrected, mayBeTakenBack } from './what-may-follow.ts';

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
  correctedAt: null,
  recalledAt: null,
  followUps: [],
  outcomesEnded: false,
  limited: null,
  ...facts,
});
const offered = (facts: Partial<Notification>): boolean[] => [mayBeTakenBack(aSent(facts)), mayBeCorrected(aSent(facts), now)];

test('offered while it is known which phones have it, and no longer', { tags: ['RECALL-01', 'RECALL-02', 'OPS-06'] }, () => {
  expect(offered({})).toEqual([true, true]);
  expect(offered({ outcomesEnded: true })).toEqual([false, false]);
  expect(offered({ details: { successful: 0, remaining: 0, failed: 3, converted: 0 } })).toEqual([false, false]);
});

test('offered where a phone may have it, although no phone is known to', { tags: ['E-07'] }, () => {
  const nobody = { details: { successful: 0, remaining: 0, failed: 3, converted: 0 } };
  expect(offered({ ...nobody, failures: [{ reason: 'unknown', count: 3 }] })).toEqual([true, true]);
  expect(offered({ ...nobody, failures: [{ reason: 'cancelled', count: 3 }] })).toEqual([false, false]);
});

const person = { id: 'jan', name: 'Jan Nowak' };
const asked = {
  revision: 1,
  atOnce: true,
  devices: 3,
  atStart: false,
  approvedDevices: null,
  author: person,
  askedBy: person,
  askedAt: '',
  decidedBy: person,
  decidedAt: '',
  word: null,
};
const approved = { ...asked, state: 'approved' as const };

test('what somebody else approved is held while phones are still to get it', { tags: ['CARE-04'] }, () => {
  const held = (state: 'approved' | 'withdrawn' | null, sending: Notification['sending']['state']): boolean =>
    isHeldByApproval(aSent({ approval: state && { ...asked, state }, sending: { state: sending, since: null, pauseReason: null } }));
  expect([held('approved', 'sending'), held('approved', 'paused'), held('approved', 'waiting')]).toEqual([true, true, true]);
  expect([held('approved', 'finished'), held('approved', 'cancelled'), held('approved', 'stopped')]).toEqual([false, false, false]);
  expect([held(null, 'sending'), held('withdrawn', 'sending')]).toEqual([false, false]);
});

test(
  'a stopped send whose approved text is corrected goes to nobody else, which is said before and not offered afterwards',
  { tags: ['CARE-04'] },
  () => {
    const stopped: Partial<Notification> = {
      sending: { state: 'stopped', since: null, pauseReason: null },
      failures: [{ reason: 'stopped', count: 4 }],
    };
    const of = (facts: Partial<Notification>): boolean[] => [losesTheRest(aSent(facts)), isCorrectedUnapproved(aSent(facts))];
    expect(of({ ...stopped, approval: approved })).toEqual([true, false]);
    expect(of({ ...stopped, approval: approved, failures: [] })).toEqual([false, false]);
    expect(of({ ...stopped, approval: approved, correctedAt: '2026-11-25T11:00:00.000Z' })).toEqual([false, true]);
    expect(of({ ...stopped, correctedAt: '2026-11-25T11:00:00.000Z' })).toEqual([false, false]);
    expect(of({ approval: approved })).toEqual([false, false]);
  },
);
