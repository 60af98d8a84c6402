import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterChanges, difference, fieldsBefore, type ItemStep, type Step, type Version, versionAfter } from './index.ts';

const value = fc.oneof(
  fc.constantFrom(null, '', 'a', 0, false, true),
  fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
  fc.string(),
);
const item = fc.record({ name: value, title: value, stores: value, nested: fc.record({ deep: value }) });

/** Returns the history of successive edits, and the item after each of them. */
const noted = (items: readonly Record<string, unknown>[], isDeleted: boolean) => {
  const states: Version[] = isDeleted ? [...items, null] : [...items];
  const steps = states.map((after, at): Step => {
    const before = states[at - 1] ?? {};
    const action = at === 0 ? 'create' : after === null ? 'delete' : 'update';
    // `seq` counts the changes of all items.
    return { seq: 10 + at * 3, action, changes: difference(before, after ?? {}) };
  });
  return { states, steps };
};
/** Adds fields that were never set as null, as the history does. */
const told = (version: Version): Version => version && { name: null, title: null, stores: null, nested: null, ...version };

describe('versions of an item', { tags: ['HIST-02', 'HIST-03'] }, () => {
  test('are rebuilt for each change, for any values and for a delete at the end', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), fc.boolean(), (items, isDeleted) => {
        const { states, steps } = noted(items, isDeleted);
        expect(steps.map(({ seq }) => told(versionAfter(steps, seq)))).toEqual(states.map(told));
      }),
    );
  });
  test('are rebuilt for the named fields if the item is older than its history', () => {
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
  test('between two changes are those of the first; before the first change there is none', () => {
    const { steps } = noted([{ name: 'a' }, { name: 'b' }], false);
    expect([9, 10, 12, 13, 99].map((seq) => versionAfter(steps, seq))).toEqual([
      null,
      { name: 'a' },
      { name: 'a' },
      { name: 'b' },
      { name: 'b' },
    ]);
  });
  test('have null for a field that was empty at creation and filled later', { tags: ['HIST-04'] }, () => {
    const { steps } = noted([{ name: 'a' }, { name: 'a', end: 'x' }], false);
    expect(versionAfter(steps, 10)).toEqual({ name: 'a', end: null });
    // Deleted and recreated with its former fields.
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
  test('difference() returns the fields that differ, and reads undefined as null', () => {
    expect(difference({ a: 1, b: [1], c: undefined }, { a: 1, b: [2], c: null, d: false })).toEqual({ b: [[1], [2]], d: [null, false] });
  });
  test('difference() ignores the order of keys in objects, but not the order of lists', () => {
    expect(difference({ a: { b: [{ c: 1, d: 2 }], e: 3 } }, { a: { e: 3, b: [{ d: 2, c: 1 }] } })).toEqual({});
    expect(difference({ a: { b: [1, 2] } }, { a: { b: [2, 1] } })).toEqual({ a: [{ b: [1, 2] }, { b: [2, 1] }] });
  });
});

/** Random creates, updates, deletes and re-creates of several items, with all items after each change. */
const script = fc.array(fc.tuple(fc.constantFrom('p', 'q', 'r'), fc.option(item)), { maxLength: 40 }).map((writes) => {
  const now = new Map<string, Version>();
  const steps: ItemStep[] = [];
  const states = [new Map(now)];
  for (const [id, after] of writes) {
    const before = now.get(id) ?? null;
    if (before === null && after === null) continue;
    const action = after === null ? 'delete' : before === null ? 'create' : 'update';
    steps.push({ seq: steps.length * 2, item: id, action, changes: difference(before ?? {}, after ?? {}) });
    now.set(id, after);
    states.push(new Map(now));
  }
  return { steps, states };
});
type States = ReturnType<typeof afterChanges>;
const isThere = (known: States) =>
  Object.fromEntries([...known].flatMap(([id, { fields, deleted }]) => (deleted ? [] : [[id, told(fields)]])));

describe('versions of all items', { tags: ['HIST-09'] }, () => {
  test('are rebuilt from the changes, and the same from any intermediate state, which stays unmodified', () => {
    fc.assert(
      fc.property(script, fc.nat(), fc.nat(), ({ steps, states }, one, other) => {
        const [kept, at] = [one % states.length, other % states.length].toSorted((a, b) => a - b) as [number, number];
        const whole = afterChanges(new Map(), steps.slice(0, at));
        expect(isThere(whole)).toEqual(
          Object.fromEntries([...(states[at] ?? [])].flatMap(([id, version]) => (version ? [[id, told(version)]] : []))),
        );
        const base = afterChanges(new Map(), steps.slice(0, kept));
        const before = JSON.stringify([...base]);
        expect(afterChanges(base, steps.slice(kept, at))).toEqual(whole);
        expect(JSON.stringify([...base])).toBe(before);
      }),
    );
  });
  test('agree with the version of each item', () => {
    fc.assert(
      fc.property(script, ({ steps }) => {
        const known = isThere(afterChanges(new Map(), steps));
        for (const id of ['p', 'q', 'r']) {
          const its = steps.filter(({ item: of }) => of === id);
          expect(known[id] ?? null).toEqual(its.length > 0 ? told(versionAfter(its, Number.POSITIVE_INFINITY)) : null);
        }
      }),
    );
  });
  test('keep the last fields of deleted items and the identity of unchanged ones', { tags: ['D-30'] }, () => {
    const made = afterChanges(new Map(), [
      { seq: 1, item: 'p', action: 'create', changes: { name: [null, 'a'], stores: [null, ['x']] } },
      { seq: 2, item: 'q', action: 'create', changes: { name: [null, 'b'] } },
    ]);
    const after = afterChanges(made, [{ seq: 3, item: 'p', action: 'delete', changes: { name: ['a', null], stores: [['x'], null] } }]);
    expect(after.get('p')).toEqual({ fields: { name: 'a', stores: ['x'] }, deleted: true });
    expect(after.get('q')).toBe(made.get('q'));
  });
  test('fieldsBefore() returns the value of each field before the first change that names it', () => {
    const its: Step[] = [
      { seq: 1, action: 'update', changes: { name: ['a', 'b'] } },
      { seq: 2, action: 'update', changes: { name: ['b', 'c'], title: [null, 'x'] } },
    ];
    expect(fieldsBefore(its)).toEqual({ name: 'a', title: null });
  });
});
