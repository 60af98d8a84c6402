import { expect, test } from 'vitest';
import { z } from 'zod';
import { joinForms } from './join-forms.ts';
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

test('A-106: what may stand together is joined, and asks nothing', () => {
  const mine = { ...base, name: 'Mój', prices: [value('0', '11'), value('1', '20')] };
  const theirs = { ...base, to: '6', prices: [value('0', '10'), value('1', '21')] };
  expect(joinForms(schema, base, mine, theirs)).toEqual({
    form: { name: 'Mój', from: '1', to: '6', prices: [value('0', '11'), value('1', '21')] },
    conflicts: [],
  });
});
test('A-106: a list that would be too long, and an end before its start, ask; mine stands until somebody chooses', () => {
  const prices = joinForms(
    schema,
    base,
    { ...base, name: 'Mój', prices: [value('0', '11'), value('1', '20')] },
    { ...base, to: '6', prices: [value('0', '12'), value('1', '20')] },
  );
  expect(prices).toEqual({ form: { ...base, name: 'Mój', to: '6', prices: [value('0', '11'), value('1', '20')] }, conflicts: ['prices'] });
  expect(joinForms(schema, base, { ...base, from: '4' }, { ...base, to: '3' })).toEqual({
    form: { ...base, from: '4', to: '5' },
    conflicts: ['to'],
  });
});
test('A-106: a rule that names a field which is asked about already asks about no other', () => {
  const mine = { ...base, to: '3', prices: [value('0', '11'), value('1', '20')] };
  const theirs = { ...base, name: 'Ich', from: '4', to: '6' };
  expect(joinForms(schema, base, mine, theirs)).toEqual({
    form: { name: 'Ich', from: '4', to: '3', prices: mine.prices },
    conflicts: ['to'],
  });
});
test('A-106: where a rule of the whole names no field, what is ours is asked about, and nobody else is written over', () => {
  const whole = z.object({ a: z.string(), b: z.string(), c: z.string() }).refine(({ a, b }) => a !== b);
  const joined = joinForms(whole, { a: '1', b: '2', c: '5' }, { a: '3', b: '2', c: '5' }, { a: '1', b: '3', c: '6' });
  expect(joined).toEqual({ form: { a: '3', b: '3', c: '6' }, conflicts: ['a'] });
});
