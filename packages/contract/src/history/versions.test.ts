import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difference, type Step, type Version, versionAfter } from './index.ts';

const value = fc.oneof(
  fc.constantFrom(null, '', 'a', 0, false, true),
  fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
  fc.string(),
);
const item = fc.record({ name: value, title: value, stores: value, nested: fc.record({ deep: value }) });

/** What somebody wrote, as the history notes it, and what the item was after each. */
const noted = (items: readonly Record<string, unknown>[], isDeleted: boolean) => {
  const states: Version[] = isDeleted ? [...items, null] : [...items];
  const steps = states.map((after, at): Step => {
    const before = states[at - 1] ?? {};
    const action = at === 0 ? 'create' : after === null ? 'delete' : 'update';
    // Numbers are those of all items together.
    return { seq: 10 + at * 3, action, changes: difference(before, after ?? {}) };
  });
  return { states, steps };
};
/** As the history tells it: a field that was never anything is null. */
const told = (version: Version): Version => version && { name: null, title: null, stores: null, nested: null, ...version };

describe('HIST-02, HIST-03: what an item was after any of its changes', () => {
  test('is rebuilt as it was, whatever was written and whether it was deleted in the end', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), fc.boolean(), (items, isDeleted) => {
        const { states, steps } = noted(items, isDeleted);
        expect(steps.map(({ seq }) => told(versionAfter(steps, seq)))).toEqual(states.map(told));
      }),
    );
  });
  test('also where the history begins later: of what it names', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 2, maxLength: 8 }), fc.boolean(), fc.nat({ max: 6 }), (items, isDeleted, from) => {
        const { states, steps } = noted(items, isDeleted);
        const kept = steps.slice(1 + (from % (steps.length - 1)));
        const named = new Set(kept.flatMap(({ changes }) => Object.keys(changes)));
        for (const { seq } of kept) {
          const state = states[steps.findIndex((step) => step.seq === seq)];
          const expected = state && Object.fromEntries(Object.entries(state).filter(([field]) => named.has(field)));
          expect(versionAfter(kept, seq)).toEqual(expected);
        }
      }),
    );
  });
  test('between two changes it is what the first left; before the first there is nothing', () => {
    const { steps } = noted([{ name: 'a' }, { name: 'b' }], false);
    expect([9, 10, 12, 13, 99].map((seq) => versionAfter(steps, seq))).toEqual([
      null,
      { name: 'a' },
      { name: 'a' },
      { name: 'b' },
      { name: 'b' },
    ]);
  });
  test('HIST-04: what was empty when an item was made, and was filled later, was empty', () => {
    const { steps } = noted([{ name: 'a' }, { name: 'a', end: 'x' }], false);
    expect(versionAfter(steps, 10)).toEqual({ name: 'a', end: null });
    // Deleted, and there again with what it was.
    const again = [
      ...steps,
      { seq: 20, action: 'delete', changes: { name: ['a', null], end: ['x', null] } },
      { seq: 21, action: 'create', changes: { name: [null, 'a'] } },
      { seq: 22, action: 'update', changes: { end: [null, 'y'] } },
    ] satisfies Step[];
    expect([10, 20, 21, 22].map((seq) => versionAfter(again, seq))).toEqual([
      { name: 'a', end: null },
      null,
      { name: 'a', end: null },
      { name: 'a', end: 'y' },
    ]);
  });
  test('difference() of two versions names what differs, and reads undefined as null', () => {
    expect(difference({ a: 1, b: [1], c: undefined }, { a: 1, b: [2], c: null, d: false })).toEqual({ b: [[1], [2]], d: [null, false] });
  });
});
