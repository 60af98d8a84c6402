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
  hasTurn: false,
};

describe('the next step with a chunk', () => {
  test.each<[string, Partial<Situation>, ReturnType<typeof nextStep>]>([
    ['a wave waits for its turn', {}, { do: 'wait', messages: 2 }],
    ['has it', { hasTurn: true }, { do: 'send', places: [3, 4] }],
    ['is shorter at the end', { left: [8] }, { do: 'wait', messages: 1 }],
    ['is one message for a probe, or for a chunk that ends its workers', { waveSize: 1, hasTurn: true }, { do: 'send', places: [3] }],
    ['nothing is left: the last wave is written with giving the chunk back', { left: [] }, { do: 'close' }],
    ['so is a suspect one', { left: [], unwritten: 'suspectWave' }, { do: 'close' }],
    ['devices still open at the end are left to the next claim', { left: [], end: 'expired' }, { do: 'close' }],
    ['none was to be sent to', { left: [], unwritten: 'nothing' }, { do: 'close' }],
    ['none, and it is over', { left: [], unwritten: 'nothing', end: 'stopped' }, { do: 'finish', with: 'stopped' }],
    ['nothing may leave', { halted: true }, { do: 'close' }],
    ['nothing may leave, though it is our turn', { halted: true, hasTurn: true }, { do: 'close' }],
    ['nothing may leave, and it is over: that is noted', { halted: true, end: 'cancelled' }, { do: 'finish', with: 'cancelled' }],
    ['nothing may leave, and it was over a while ago', { halted: true, end: 'expired', statusIsStale: true }, { do: 'refreshStatus' }],
    ['the status is stale, although a permit was given', { statusIsStale: true, hasTurn: true }, { do: 'refreshStatus' }],
    ['F13: it is over', { end: 'expired', hasTurn: true }, { do: 'finish', with: 'expired' }],
    ['F25: it is paused', { isPaused: true, hasTurn: true }, { do: 'close' }],
    ['D-01: a suspect wave is judged before anything else leaves', { unwritten: 'suspectWave', hasTurn: true }, { do: 'flush' }],
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
      hasTurn: fc.boolean(),
    });
    fc.assert(
      fc.property(situation, (now) => {
        const step = nextStep(now);
        if (step.do !== 'send') return;
        expect(step.places).toEqual(now.left.slice(0, now.waveSize));
        expect(step.places.length).toBeGreaterThan(0);
        expect(now).toMatchObject({ isOurs: true, hasTurn: true, halted: false, statusIsStale: false, end: null, isPaused: false });
        expect(now.unwritten).not.toBe('suspectWave');
      }),
    );
  });
});
