import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { isReachable, type Kind, type SimulatedFanOut, simulateFanOut } from '../../../../test/simulated-fan-out.ts';
import type { Database } from '../../../tables.ts';
import { claimChunk } from './chunk.repository.ts';
import { concludeSample } from './conclude-sample.ts';
import { deliverChunk } from './deliver-chunk.ts';
import { byteOf } from '../outcome.ts';
import type { Pace } from './pace.ts';
import { createSafetyBrake } from './safety-brake.ts';

// The database is simulated; brake, sample, outcomes and the loop over the waves are the real ones.
const standIns = vi.hoisted(() => ({ now: null as SimulatedFanOut | null }));
const standIn = vi.hoisted(() => async (original: () => Promise<object>) => {
  const real = await original();
  const simulated =
    (name: string) =>
    (...given: unknown[]) =>
      (standIns.now?.repositories as unknown as Record<string, (...all: unknown[]) => unknown> | undefined)?.[name]?.(...given);
  return Object.fromEntries(Object.keys(real).map((name) => [name, simulated(name)]));
});
vi.mock('./chunk.repository.ts', standIn);
vi.mock('../accept/fan-out.repository.ts', standIn);
vi.mock('./fan-out-status.repository.ts', standIn);
vi.mock('./sample.repository.ts', standIn);
const db = { transaction: () => ({ execute: (work: (trx: unknown) => unknown) => work(db) }) } as unknown as Database;

const pace = {
  waveSize: 100,
  gate: async () => 'open',
  isClosed: () => false,
  acquirePermit: async () => true,
  note: async () => {},
  endOutage: async () => {},
} as Pace;

let alarms: string[] = [];
beforeEach(() => {
  alarms = [];
});

/** Sends like a worker with the given number of lanes, until no device is open. */
const deliver = async (fanOut: SimulatedFanOut, lanes: number, waveSize = 100): Promise<void> => {
  standIns.now = fanOut;
  const brake = createSafetyBrake();
  const alarm = (message: string): number => alarms.push(message);
  const endings = { stopped: async () => {}, nothingSent: async () => {} };
  const deps = {
    db,
    endings,
    push: fanOut.push,
    pace: { ...pace, waveSize },
    isTimeUncertain: () => false,
    appUrl: 'http://app',
    leaseSeconds: 30,
    stopping: new AbortController().signal,
    troubled: () => {},
    noteWrite: () => {},
    brake: () => brake,
    alarm,
  };
  await concludeSample({ db, endings, alarm }, 'n');
  const lane = async (): Promise<void> => {
    for (let idle = 0; !fanOut.isOver() && idle < 10_000; idle += 1) {
      const chunk = await claimChunk(db, 'n', { owner: 'me', seconds: 30 });
      if (!chunk) continue;
      idle = 0;
      await deliverChunk(deps, chunk);
      if (chunk.samplePlaces !== null) await concludeSample({ db, endings, alarm }, 'n');
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

const arrangements = ['start', 'end', 'stores', 'spread'] as const;
const badKinds = ['mismatch', 'malformed', 'dead', 'silent', 'slow'] as const;
const share = fc.double({ min: 0, max: 0.3, noNaN: true });
const audience = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 100, max: 1_500 }), fc.integer({ min: 3_000, max: 12_000 })),
  arrangement: fc.constantFrom(...arrangements),
  shares: fc.record({ mismatch: share, malformed: share, dead: share, silent: share, slow: share }),
  /** Of the kinds that are bad for good, those in this audience: together they are at most 30 %. */
  only: fc.constantFrom('mismatch', 'malformed', 'dead', 'all'),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  lanes: fc.integer({ min: 1, max: 6 }),
});
type Audience = typeof audience extends fc.Arbitrary<infer T> ? T : never;

const shuffled = <T>(things: readonly T[], seed: number): T[] => {
  let state = seed;
  const keyed = things.map((thing) => {
    state = (state * 48_271) % 2_147_483_647;
    return { thing, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ thing }) => thing);
};

const kindsOf = ({ size, arrangement, shares, only, seed }: Audience): Kind[] => {
  const forGood: ReadonlySet<string> = new Set(['mismatch', 'malformed', 'dead']);
  const bad = badKinds.flatMap((kind): Kind[] => {
    const part = !forGood.has(kind) ? 1 : only === 'all' ? 1 / 3 : Number(only === kind);
    return Array.from({ length: Math.floor(size * shares[kind] * part) }, () => kind);
  });
  const good = Array.from({ length: size - bad.length }, (): Kind => 'good');
  if (arrangement === 'start') return [...bad, ...good];
  if (arrangement === 'end') return [...good, ...bad];
  if (arrangement === 'spread') return shuffled([...bad, ...good], seed);
  // A store's phones lie side by side: runs of one kind, a few hundred long.
  const runs: Kind[][] = [];
  for (const list of [bad, good]) for (let at = 0; at < list.length; at += 120) runs.push(list.slice(at, at + 120));
  return shuffled(runs, seed).flat();
};

/** Delivers to the audience. Expects each reachable phone to be reached, only dead ones to be pruned, and no pause or alarm. */
const reachesEveryOther = async (given: Audience): Promise<void> => {
  const kinds = kindsOf(given);
  fc.pre(kinds.some(isReachable));
  const world = simulateFanOut(kinds);
  await deliver(world, given.lanes);
  expect(world.isOver()).toBe(true);
  expect({ state: world.fanOut.state, pauses: world.fanOut.pauses, alarms }).toEqual({ state: 'sending', pauses: 0, alarms: [] });
  world.phones.forEach((phone, seq) => {
    if (phone.shown !== Number(isReachable(phone.kind)) || phone.pruned !== (phone.kind === 'dead'))
      throw new Error(`${JSON.stringify(phone)} at ${seq}`);
    const isRefused = phone.kind === 'mismatch' || phone.kind === 'malformed';
    if (isRefused && (phone.asked !== 1 || world.byteOf(seq) !== byteOf('refused'))) throw new Error(`${JSON.stringify(phone)} at ${seq}`);
  });
};

test(
  'with any mix of up to 30 % of addresses that are bad for good, however they lie, every other phone is reached once',
  { tags: ['D-01'] },
  async () => {
    await fc.assert(fc.asyncProperty(audience, reachesEveryOther), { numRuns: 70 });
  },
);

test(
  '30 % dead at the end of 1,090 phones are no more of the sample than of the audience, though the last chunk is short',
  { tags: ['D-01'] },
  async () => {
    const shares = { mismatch: 0, malformed: 0, dead: 0.3, silent: 0, slow: 0 };
    for (let run = 0; run < 20; run += 1)
      await reachesEveryOther({ size: 1_090, arrangement: 'end', shares, only: 'dead', seed: 1, lanes: 1 });
  },
);

test(
  'a wrong key or payload stops the send within 200 messages and prunes no address, even with dead or silent ones',
  { tags: ['D-01', 'F23', 'F24'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(audience, async (given) => {
        const world = simulateFanOut(kindsOf(given), 0);
        await deliver(world, given.lanes);
        expect(world.isOver()).toBe(true);
        expect(world.fanOut.state).toBe('stopped');
        expect(world.fanOut.sends).toBeLessThanOrEqual(200);
        expect(world.phones.filter(({ pruned, shown }) => pruned || shown > 0)).toEqual([]);
        const left = new Set(world.phones.map((_, seq) => world.byteOf(seq)));
        for (const reason of ['credential', 'stopped'] as const) left.delete(byteOf(reason));
        expect([...left]).toEqual([]);
      }),
      { numRuns: 40 },
    );
  },
);

test(
  'a key revoked midway stops within the waves in flight, and no reachable phone is counted as a refused address',
  { tags: ['D-01'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(audience, fc.double({ min: 0.3, max: 0.9, noNaN: true }), async (given, when) => {
        fc.pre(given.size >= 3_000);
        const ends = Math.floor(given.size * when);
        const world = simulateFanOut(kindsOf(given), ends);
        await deliver(world, given.lanes);
        if (world.fanOut.sends <= ends) return;
        expect(world.fanOut.state).toBe('stopped');
        expect(world.fanOut.sends).toBeLessThanOrEqual(ends + given.lanes * 200);
        const wronged = world.phones.filter(
          ({ kind, shown }, seq) => isReachable(kind) && !shown && world.byteOf(seq) === byteOf('refused'),
        );
        expect(wronged).toEqual([]);
        const refused = world.phones.filter(({ kind }, seq) => !isReachable(kind) && world.byteOf(seq) === byteOf('credential'));
        // Addresses that are bad for good join them only in the chunks that were under way.
        expect(refused.length).toBeLessThanOrEqual(given.lanes * 500);
        expect(world.phones.filter(({ kind, pruned, shown }) => shown > 1 || (pruned && kind !== 'dead'))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  },
);

test('pauses and logs the reason when the share of dead addresses cannot be read', { tags: ['F25'] }, async () => {
  const world = simulateFanOut(Array.from({ length: 3_400 }, (_, at): Kind => (at < 3_000 ? 'good' : 'dead')));
  world.fanOut.proven = true;
  const broken = { ...world, repositories: { ...world.repositories, readFailedShare: () => Promise.reject(new Error('no such column')) } };
  await deliver(broken, 1);
  expect(world.fanOut.pauses).toBe(1);
  expect(alarms).toEqual(['the share of dead addresses could not be read', 'a fan-out was paused by the safety brake']);
});
