import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextStep, type Situation } from './next-step.ts';

const underWay: Situation = {
  isOurs: true,
  left: [3, 4, 8],
  waveSize: 2,
  unwritten: 'wave',
  halted: false,
  statusIsStale: false,
  end: null,
  isPaused: false,
  hasPermit: false,
};

describe('the next step with a chunk', () => {
  test.each<[string, Partial<Situation>, ReturnType<typeof nextStep>]>([
    ['a wave waits for its permit', {}, { do: 'wait', messages: 2 }],
    ['a wave is sent once it has a permit', { hasPermit: true }, { do: 'send', indexes: [3, 4] }],
    ['the last wave of a chunk is shorter', { left: [8] }, { do: 'wait', messages: 1 }],
    [
      'a wave is one message for a probe, or for a chunk that crashes its workers',
      { waveSize: 1, hasPermit: true },
      { do: 'send', indexes: [3] },
    ],
    ['no device is left: the last wave is written with the release of the chunk', { left: [] }, { do: 'close' }],
    ['no device is left: a suspect last wave is written with the release too', { left: [], unwritten: 'suspectWave' }, { do: 'close' }],
    ['devices still open at the end are left to the next claim', { left: [], end: 'expired' }, { do: 'close' }],
    ['no device was to be sent to', { left: [], unwritten: 'nothing' }, { do: 'close' }],
    [
      'no device was to be sent to, and the send has ended',
      { left: [], unwritten: 'nothing', end: 'stopped' },
      { do: 'finish', with: 'stopped' },
    ],
    ['nothing may leave', { halted: true }, { do: 'close' }],
    ['nothing may leave, though a permit was given', { halted: true, hasPermit: true }, { do: 'close' }],
    [
      'nothing may leave, and the send has ended: the end is recorded',
      { halted: true, end: 'cancelled' },
      { do: 'finish', with: 'cancelled' },
    ],
    [
      'nothing may leave, and the status with the end is stale',
      { halted: true, end: 'expired', statusIsStale: true },
      { do: 'refreshStatus' },
    ],
    ['the status is stale, although a permit was given', { statusIsStale: true, hasPermit: true }, { do: 'refreshStatus' }],
    ['the send has expired (F13)', { end: 'expired', hasPermit: true }, { do: 'finish', with: 'expired' }],
    ['the send is paused (F25)', { isPaused: true, hasPermit: true }, { do: 'close' }],
    ['a suspect wave is judged before the next wave leaves (D-01)', { unwritten: 'suspectWave', hasPermit: true }, { do: 'flush' }],
    ['the lease is lost, in any other state', { isOurs: false, left: [], end: 'stopped' }, { do: 'leave' }],
  ])('%s', (_, facts, step) => {
    expect(nextStep({ ...underWay, ...facts })).toEqual(step);
  });
  test('sends only open devices, one wave at a time, with a permit, and while a fresh status allows it', () => {
    const situation = fc.record<Situation>({
      isOurs: fc.boolean(),
      left: fc.array(fc.nat(499)),
      waveSize: fc.integer({ min: 1, max: 100 }),
      unwritten: fc.constantFrom('nothing', 'wave', 'suspectWave'),
      halted: fc.boolean(),
      statusIsStale: fc.boolean(),
      end: fc.constantFrom(null, 'stopped', 'cancelled', 'expired'),
      isPaused: fc.boolean(),
      hasPermit: fc.boolean(),
    });
    fc.assert(
      fc.property(situation, (now) => {
        const step = nextStep(now);
        if (step.do !== 'send') return;
        expect(step.indexes).toEqual(now.left.slice(0, now.waveSize));
        expect(step.indexes.length).toBeGreaterThan(0);
        expect(now).toMatchObject({ isOurs: true, hasPermit: true, halted: false, statusIsStale: false, end: null, isPaused: false });
        expect(now.unwritten).not.toBe('suspectWave');
      }),
    );
  });
});
