import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedFields, type Entry, fitting, mergeForms, withTypedSince } from './merge.ts';

const base = { name: 'Stary', phone: '1', drive: false, stores: ['a', 'b'] };

test('merges edits of different fields without a conflict', { tags: ['A-106'] }, () => {
  expect(mergeForms(base, { ...base, name: 'Mój' }, { ...base, phone: '2', drive: true })).toEqual({
    form: { name: 'Mój', phone: '2', drive: true, stores: ['a', 'b'] },
    conflicts: [],
  });
});
test('reports a conflict where both sides changed a field to different values', { tags: ['A-106'] }, () => {
  expect(mergeForms(base, { ...base, name: 'Mój' }, { ...base, name: 'Ich' })).toEqual({
    form: { ...base, name: 'Mój' },
    conflicts: ['name'],
  });
  expect(mergeForms(base, { ...base, name: 'X' }, { ...base, name: 'X' }).conflicts).toEqual([]);
});
test('lists of ids merge as sets: no added store is lost, no removed one comes back', () => {
  const { form, conflicts } = mergeForms(base, { ...base, stores: ['a', 'c'] }, { ...base, stores: ['b', 'a', 'd'] });
  expect([form.stores.toSorted(), conflicts]).toEqual([['a', 'c', 'd'], []]);
});
test('keeps the order that one side gave a list of ids, with the additions and removals of the other side', { tags: ['A-106'] }, () => {
  const before = { eans: ['a', 'b', 'c'] };
  const merged = (mine: string[], theirs: string[]) => mergeForms(before, { eans: mine }, { eans: theirs }).form.eans;
  expect(merged(['c', 'b', 'a'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'b', 'a', 'd']);
  expect(merged(['c', 'a', 'b'], ['a', 'c'])).toEqual(['c', 'a']);
  expect(merged(['a', 'b', 'c', 'd'], ['b', 'a', 'c'])).toEqual(['b', 'a', 'c', 'd']);
});
test('merges arbitrary forms without losing my edits, and returns theirs where I changed nothing', () => {
  const value = fc.constantFrom('x', 'y', 'z');
  const form = fc.record({ a: value, b: value, c: fc.boolean(), d: fc.uniqueArray(value) });
  fc.assert(
    fc.property(form, form, form, (before, mine, theirs) => {
      expect(mergeForms(before, before, theirs)).toEqual({ form: theirs, conflicts: [] });
      expect(mergeForms(before, mine, before).conflicts).toEqual([]);
      const merged = mergeForms(before, mine, theirs);
      for (const field of changedFields(before, mine)) if (field !== 'd') expect(merged.form[field]).toEqual(mine[field]);
      for (const id of merged.form.d) expect(mine.d.includes(id) || theirs.d.includes(id)).toBe(true);
      for (const id of before.d) if (!mine.d.includes(id) || !theirs.d.includes(id)) expect(merged.form.d).not.toContain(id);
    }),
  );
});

const pair = (id: string, question: string): Entry => ({ id, question });
const lists = (mine: Entry[], theirs: Entry[], before = [pair('a', 'A'), pair('b', 'B')]) =>
  mergeForms({ list: before }, { list: mine }, { list: theirs });

test('merges additions, changes and removals in lists of entries, in the order of the side that moved entries', () => {
  const [a, b, c, d] = [pair('a', 'A'), pair('b', 'B'), pair('c', 'C'), pair('d', 'D')];
  expect(lists([a, b, c], [a, b, d])).toEqual({ form: { list: [a, b, d, c] }, conflicts: [] });
  expect(lists([b, a], [a, b, d]).form.list).toEqual([b, a, d]);
  expect(lists([b, a], [a, pair('b', 'Ich')]).form.list).toEqual([pair('b', 'Ich'), a]);
  expect(lists([a], [a, b]).form.list).toEqual([a]);
  expect(lists([a, b, c], [b]).form.list).toEqual([b, c]);
  expect(lists([a, b], [a, pair('b', 'Ich')]).form.list).toEqual([a, pair('b', 'Ich')]);
  expect(lists([c], [], []).form.list).toEqual([c]);
});
test('keeps both versions of an entry that both changed, and a removed entry that the other side changed', { tags: ['S10'] }, () => {
  const a = pair('a', 'A');
  expect(lists([a, pair('b', 'Moje')], [a, pair('b', 'Ich')]).form.list).toEqual([a, pair('b', 'Ich'), pair('bmine', 'Moje')]);
  expect(lists([a, pair('b', 'Moje')], [a]).form.list).toEqual([a, pair('b', 'Moje')]);
  expect(lists([a], [a, pair('b', 'Ich')]).form.list).toEqual([a, pair('b', 'Ich')]);
});

test('merges changes of different parts of an entry, and keeps both versions where both changed the same part', { tags: ['A-106'] }, () => {
  const entry = (question: string, answer: string): Entry => ({ id: 'a', question, answer });
  const joined = (mine: Entry, theirs: Entry) => lists([mine], [theirs], [entry('Q', 'A')]).form.list;
  expect(joined(entry('Moje', 'A'), entry('Q', 'Ich'))).toEqual([entry('Moje', 'Ich')]);
  expect(joined(entry('Moje', 'A'), entry('Moje', 'Ich'))).toEqual([entry('Moje', 'Ich')]);
  expect(joined(entry('Moje', 'M'), entry('Q', 'Ich'))).toEqual([entry('Q', 'Ich'), { ...entry('Moje', 'M'), id: 'amine' }]);
});

test('does not duplicate an entry that was edited during a save, even if the server normalised it', { tags: ['D-50'] }, () => {
  const value = (text: string): Entry => ({ id: '0', value: text });
  const settled = (typed: string, stored: string) =>
    mergeForms({ list: [value('1000')] }, { list: [value(typed)] }, { list: [value(stored)] }, 'mine').form;
  expect(settled('10000', '1 000')).toEqual({ list: [value('10000')] });
  expect(settled('1000', '1 000')).toEqual({ list: [value('1 000')] });
});

test(
  'keeps edits made during a save on top of merged changes, and reports a conflict where both changed a field',
  { tags: ['A-106'] },
  () => {
    const sent = { phone: 'mine', street: 'old', city: 'old' };
    const joined = { phone: 'mine', street: 'old', city: 'theirs' };
    const since = (typed: Partial<typeof sent>) => withTypedSince(sent, { ...sent, ...typed }, joined);
    expect(since({ street: 'typed' })).toEqual({ form: { phone: 'mine', street: 'typed', city: 'theirs' }, conflicts: [] });
    expect(since({ phone: 'mine too', city: 'typed' })).toEqual({
      form: { phone: 'mine too', street: 'old', city: 'typed' },
      conflicts: ['city'],
    });
  },
);

test('restores from a draft of an earlier page version only fields that still exist with the same type', () => {
  const form = { name: 'now', open: false, storeIds: [] as string[], questions: [{ id: 'q' }], tags: ['a'] };
  const copy = { name: 'typed', open: 'yes', storeIds: ['s'], questions: ['q'], tags: [{ id: 'b' }], gone: 'x' };
  expect(fitting(form, copy)).toEqual({ ...form, name: 'typed', storeIds: ['s'] });
  expect(fitting(form, { open: true, questions: [], tags: ['b'] })).toEqual({ ...form, open: true, questions: [], tags: ['b'] });
});
