import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCEPTED, byteOf, suspended } from '../outcome.ts';
import { drawSampleSizes, judgeSample, readEvidence, SAMPLE_SENDS, drawSampleIndexes } from './sample.ts';

const lots = (seed: number) => {
  let state = seed;
  return (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
};
const full = (chunks: number): number[] => Array.from({ length: chunks }, () => 500);

describe('the sample', { tags: ['D-01'] }, () => {
  test('is at most 200 phones, every chunk of a small audience and an even part of a large one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (chunks) => {
        const drawn = drawSampleSizes(full(chunks));
        const chosen = drawn.map(({ no }) => no);
        expect(new Set(chosen).size).toBe(Math.min(chunks, 100));
        expect(drawn.reduce((sum, { size }) => sum + size, 0)).toBe(SAMPLE_SENDS);
        for (const { size } of drawn) expect(drawSampleIndexes(new Uint8Array(500), size)).toHaveLength(size);
        // No run of 30 % of the chunks contains much more than 30 % of the sample.
        const run = Math.ceil(chunks * 0.3);
        for (const from of [0, Math.floor(chunks / 3), chunks - run])
          expect(chosen.filter((no) => no >= from && no < from + run).length).toBeLessThanOrEqual(chosen.length * 0.3 + 2);
      }),
    );
  });
  test.each([
    ['a last chunk that is short', [...full(2), 90]],
    ['one chunk', [399]],
    ['chunks of any size', [3, 500, 120, 1, 77]],
    ['more chunks than are asked, a short one last', [...full(101), 90]],
  ])('takes every phone with the same chance: %s', (_, sizes) => {
    const audience = sizes.reduce((sum, size) => sum + size, 0);
    const drawn = sizes.map(() => 0);
    // Each of the equally likely draws once.
    for (let draw = 0; draw < audience; draw += 1)
      for (const { no, size } of drawSampleSizes(sizes, () => (draw + 0.5) / audience)) drawn[no] = (drawn[no] ?? 0) + size;
    expect(drawn).toEqual(sizes.map((size) => size * SAMPLE_SENDS));
  });
  test('takes every phone of a chunk with the same chance', () => {
    const [random, often] = [lots(7), new Map<number, number>()];
    for (let draw = 0; draw < 3_000; draw += 1)
      for (const place of drawSampleIndexes(new Uint8Array(300), 200, random)) often.set(place, (often.get(place) ?? 0) + 1);
    expect(often.size).toBe(300);
    expect(Math.min(...often.values())).toBeGreaterThan(2_000 * 0.93);
    expect(Math.max(...often.values())).toBeLessThan(2_000 * 1.07);
  });
  test('is the whole audience if that is small', () => {
    expect(drawSampleSizes([150])).toEqual([{ no: 0, size: 150 }]);
    expect(drawSampleSizes([])).toEqual([]);
  });
  test('does not over-represent every tenth phone', () => {
    const random = lots(7);
    const indexes = Array.from({ length: 100 }, () => drawSampleIndexes(new Uint8Array(500), 2, random)).flat();
    expect(indexes).toHaveLength(SAMPLE_SENDS);
    for (let digit = 0; digit < 10; digit += 1)
      expect(indexes.filter((index) => index % 10 === digit).length).toBeLessThan(SAMPLE_SENDS * 0.2);
  });
  test('tries untouched phones first, then phones without an answer, and never suspended ones', () => {
    const bytes = Uint8Array.from([0, 128, suspended('payload'), ACCEPTED, byteOf('deadToken'), 0]);
    expect(drawSampleIndexes(bytes, 200)).toEqual([0, 5]);
    expect(
      drawSampleIndexes(
        bytes.map((byte) => byte || ACCEPTED),
        200,
      ),
    ).toEqual([1]);
    expect(readEvidence([bytes, bytes])).toEqual({ accepted: 2, dead: 2, refused: 2, silent: 2, left: 6 });
  });
  test('counts phones that were given up as tried, and continues the send when none is left to try', () => {
    const bytes = Uint8Array.from([byteOf('switchedOff'), byteOf('internal'), byteOf('credential'), byteOf('deadToken')]);
    const evidence = readEvidence([bytes]);
    expect(evidence).toEqual({ accepted: 0, dead: 1, refused: 0, silent: 3, left: 0 });
    // No phone of the sample accepted the message. Without a verdict the send would never continue.
    expect(judgeSample({ ...evidence, audience: 60_000, open: 10_000 })).toBe('proven');
  });
  test.each([
    ['a wrong key', { refused: 200 }, 'stop'],
    ['a wrong payload, some addresses dead', { refused: 140, dead: 60 }, 'stop'],
    ['a third of bad addresses', { refused: 60, accepted: 140 }, 'proven'],
    ['bad, dead and silent ones, few good', { refused: 60, dead: 60, accepted: 20 }, 'proven'],
    ['a few refused, the others silent', { refused: 3 }, 'undecided'],
    ['nobody answered', {}, 'undecided'],
    ['a few refused, nobody of the sample left to ask', { refused: 3, left: 0 }, 'proven'],
    ['a wrong key, nobody of the sample left to ask', { refused: 20, left: 0 }, 'stop'],
    ['everybody asked, nobody took it', { refused: 1, dead: 2, audience: 3, open: 0 }, 'stop'],
    ['everybody gone', { dead: 3, audience: 3, open: 0 }, 'proven'],
    ['60 % dead (F25)', { accepted: 80, dead: 120 }, 'pause'],
    ['60 % dead of a store', { accepted: 80, dead: 120, audience: 480 }, 'proven'],
    ['30 % dead, as many silent', { accepted: 80, dead: 60, silent: 60 }, 'proven'],
    ['30 % dead', { accepted: 140, dead: 60 }, 'proven'],
  ])('%s', (_, facts, verdict) => {
    expect(judgeSample({ accepted: 0, dead: 0, refused: 0, silent: 0, left: 9_000, audience: 10_000, open: 9_000, ...facts })).toBe(
      verdict,
    );
  });
});
