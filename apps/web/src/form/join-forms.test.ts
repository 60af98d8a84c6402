import { expect, test } from 'vitest';
import { z } from 'zod';
import { basedOnOwn, joinForms } from './join-forms.ts';
import type { Entry } from './merge.ts';

const value = (id: string, price: string): Entry => ({ id, price });
const base = { name: 'Stary', from: '1', to: '5', prices: [value('0', '10'), value('1', '20')] };
const schema = z
  .object({
    name: z.string(),
    from: z.string(),
    to: z.string(),
    prices: z.array(z.object({ id: z.string(), price: z.string() })).length(2),
  })
  .refine(({ from, to }) => from < to, { path: ['to'] });

test('merges separate edits without a conflict', { tags: ['A-106'] }, () => {
  const mine = { ...base, name: 'Mój', prices: [value('0', '11'), value('1', '20')] };
  const theirs = { ...base, to: '6', prices: [value('0', '10'), value('1', '21')] };
  expect(joinForms(schema, base, mine, theirs)).toEqual({
    form: { name: 'Mój', from: '1', to: '6', prices: [value('0', '11'), value('1', '21')] },
    conflicts: [],
    isOthers: true,
  });
});
test('reports a conflict where the merged form would be invalid, and keeps mine until the person chooses', { tags: ['A-106'] }, () => {
  const prices = joinForms(
    schema,
    base,
    { ...base, name: 'Mój', prices: [value('0', '11'), value('1', '20')] },
    { ...base, to: '6', prices: [value('0', '12'), value('1', '20')] },
  );
  expect(prices).toEqual({
    form: { ...base, name: 'Mój', to: '6', prices: [value('0', '11'), value('1', '20')] },
    conflicts: ['prices'],
    isOthers: true,
  });
  expect(joinForms(schema, base, { ...base, from: '4' }, { ...base, to: '3' })).toEqual({
    form: { ...base, from: '4', to: '5' },
    conflicts: ['to'],
    isOthers: true,
  });
});
test('reports no further conflict for a rule that names a field already in conflict', { tags: ['A-106'] }, () => {
  const mine = { ...base, to: '3', prices: [value('0', '11'), value('1', '20')] };
  const theirs = { ...base, name: 'Ich', from: '4', to: '6' };
  expect(joinForms(schema, base, mine, theirs)).toEqual({
    form: { name: 'Ich', from: '4', to: '3', prices: mine.prices },
    conflicts: ['to'],
    isOthers: true,
  });
});
test('reports only my change as a conflict when a rule names no field, and keeps the changes of others', { tags: ['A-106'] }, () => {
  const whole = z.object({ a: z.string(), b: z.string(), c: z.string() }).refine(({ a, b }) => a !== b);
  const joined = joinForms(whole, { a: '1', b: '2', c: '5' }, { a: '3', b: '2', c: '5' }, { a: '1', b: '3', c: '6' });
  expect(joined).toEqual({ form: { a: '3', b: '3', c: '6' }, conflicts: ['a'], isOthers: true });
});
test('reports no conflict for a problem of my version alone', { tags: ['A-106'] }, () => {
  const mine = { ...base, from: '9' };
  const joined = joinForms(schema, base, mine, { ...base, name: 'Ich', to: '6' });
  expect(joined).toEqual({ form: { ...mine, name: 'Ich', to: '6' }, conflicts: [], isOthers: true });
});
test(
  'reports a conflict for a list that means everybody when empty, if only both removals together empty it',
  { tags: ['A-106', 'D-30'] },
  () => {
    const aimed = z.object({ name: z.string(), segments: z.array(z.string()) });
    const was = { name: 'Stary', segments: ['vip', 'nowi'] };
    const theirs = { ...was, segments: ['nowi'] };
    const joined = (mine: typeof was) => joinForms(aimed, was, mine, theirs, ['segments']);
    const mine = { name: 'Mój', segments: ['vip'] };
    expect(joined(mine)).toEqual({ form: mine, conflicts: ['segments'], isOthers: true });
    // A list emptied on purpose stays empty, and additions are kept.
    expect(joined({ ...was, segments: [] })).toMatchObject({ form: { segments: [] }, conflicts: [] });
    expect(joined({ ...was, segments: ['vip', 'inni'] })).toMatchObject({ form: { segments: ['inni'] }, conflicts: [] });
  },
);

/** Hours, normalized to one spelling. */
const Hours = z.string().transform((text) => text.replaceAll(/:00/g, ''));
const shop = z.object({ hours: Hours, phone: z.string(), city: z.string() });
const opened = { hours: '', phone: '1', city: 'Hel' };
test('treats equal values in another spelling as unchanged, and not as a change of someone else', { tags: ['ERR-08', 'A-106'] }, () => {
  const mine = { ...opened, hours: '6-22', phone: '2' };
  const stored = { ...mine, hours: '6:00-22:00' };
  expect(joinForms(shop, opened, mine, stored)).toEqual({ form: stored, conflicts: [], isOthers: false });
  // A change of someone else is merged, and equal hours stay as stored.
  const theirs = { ...stored, city: 'Ich' };
  expect(joinForms(shop, opened, mine, theirs)).toEqual({ form: theirs, conflicts: [], isOthers: true });
  expect(joinForms(shop, opened, mine, { ...stored, hours: '7:00-22:00' })).toEqual({
    form: mine,
    conflicts: ['hours'],
    isOthers: true,
  });
});
test('merges on top of my own unconfirmed save, and still reports conflicts with changes of others', { tags: ['ERR-08', 'A-106'] }, () => {
  const sent = { ...opened, hours: '6-22', phone: '2' };
  const mine = { ...sent, phone: '3', city: 'Moje' };
  const stored = { ...sent, hours: '6:00-22:00' };
  const own = basedOnOwn(shop, opened, sent, stored);
  expect(own).toEqual({ ...opened, hours: '6:00-22:00', phone: '2' });
  expect(joinForms(shop, own, mine, stored)).toEqual({ form: { ...stored, phone: '3', city: 'Moje' }, conflicts: [], isOthers: false });
  const theirs = { ...stored, phone: '9', city: 'Ich' };
  const met = joinForms(shop, basedOnOwn(shop, opened, sent, theirs), mine, theirs);
  expect(met.conflicts).toEqual(['phone', 'city']);
  expect(basedOnOwn(shop, opened, null, stored)).toBe(opened);
});
