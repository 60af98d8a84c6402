import type { Approval } from '@endcap/contract/notifications';
import { expect, test } from 'vitest';
import { mayNotDecide } from './may-decide.ts';

const approval: Approval = {
  state: 'waiting',
  revision: 2,
  decidedRevision: null,
  ofThisText: true,
  atOnce: true,
  devices: 12,
  together: null,
  atStart: false,
  approvedDevices: null,
  author: { id: 'anna', name: 'Anna' },
  askedBy: { id: 'jan', name: 'Jan' },
  askedAt: '2026-11-25T10:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  word: null,
};

test.each([
  ['anna', true, 'own'],
  ['jan', true, 'own'],
  ['ewa', true, null],
  ['ewa', false, 'staff'],
  ['anna', false, 'staff'],
] as const)('returns whether %s (administrator: %s) may decide', { tags: ['CARE-04'] }, (id, isAdmin, why) => {
  expect(mayNotDecide(approval, { id, isAdmin })).toBe(why);
});
