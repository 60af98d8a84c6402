import { expect, test } from 'vitest';
import { answerShape, phoneRoutes } from './phone-routes.ts';
import { kitVersion, recordKit } from './record.ts';
import { type RecordedCall, readRecordings } from './recording.ts';
import { lost, type Shape, shapeOf, unreadable } from './shapes.ts';

const recordings = readRecordings();

test('the contract still has every field that apps of recorded versions read, in a shape they can read', { tags: ['KIT-02'] }, async () => {
  const routes = await phoneRoutes();
  const lostBy = ({ route, status, reads }: RecordedCall): string[] => {
    const its = routes.get(route);
    if (!its) return [`${route} is gone`];
    return reads === undefined ? [] : lost(reads, answerShape(its, status) ?? 'anything', `${route} ${status}`);
  };
  for (const { kit, calls } of recordings) expect(calls.flatMap(lostBy), `phone kit ${kit}`).toEqual([]);
});

test('the current version of the phone kit has a recording with all of its calls', { tags: ['KIT-02'] }, async () => {
  const recorded = recordings.find(({ kit }) => kit === kitVersion());
  expect(recorded, 'node scripts/run.mjs phone-kit').toBeDefined();
  const { calls } = await recordKit();
  expect(calls.map(({ route, status }) => `${status} ${route}`)).toEqual(recorded?.calls.map(({ route, status }) => `${status} ${route}`));
});

const feed: Shape = {
  items: [{ _id: 'text', url: 'text or null', 'pages?': 'number', store: { 'or null': { open: 'truth' } } }],
  next: 'text or null',
};
const item = { _id: 'a', url: null, store: { open: true } };

test('unreadable() reports the fields of an answer that an older app cannot read, with their paths', { tags: ['KIT-02'] }, () => {
  expect(unreadable(feed, { items: [item, { ...item, url: 'https://a', pages: 3, store: null, more: {} }], next: null })).toEqual([]);
  const told = (answer: unknown) => unreadable(feed, answer);
  expect(told({ items: [item] })).toEqual(['answer.next is gone']);
  expect(told({ items: [item, { ...item, _id: 7 }], next: 'x' })).toEqual(['answer.items[1]._id: text is read, 7 came']);
  expect(told({ items: [{ ...item, _id: null, pages: '3' }], next: null })).toEqual([
    'answer.items[0]._id: text is read, null came',
    'answer.items[0].pages: number is read, "3" came',
  ]);
  expect(told({ items: { 0: item }, next: null })).toEqual(['answer.items: a list is read']);
  expect(told({ items: [{ ...item, store: [] }], next: null })).toEqual(['answer.items[0].store: fields are read']);
  expect(told('<html>')).toEqual(['answer: fields are read']);
});

test('lost() reports the fields of a contract that an older app may be unable to read', { tags: ['KIT-02'] }, () => {
  const [before] = feed['items'] as [Record<string, Shape>];
  const lostWith = (change: Record<string, Shape>, without: string[] = []) =>
    lost(feed, {
      ...feed,
      items: [Object.fromEntries(Object.entries({ ...before, ...change }).filter(([name]) => !without.includes(name)))],
    });
  expect(lostWith({ more: 'text', url: 'text', store: { open: 'truth', until: 'text' } })).toEqual([]);
  expect(lostWith({}, ['_id'])).toEqual(['answer.items[]._id is gone']);
  expect(lostWith({ '_id?': 'text' }, ['_id'])).toEqual(['answer.items[]._id may be missing']);
  expect(lostWith({ _id: 'number' })).toEqual(['answer.items[]._id: text is read, "number" may come']);
  expect(lostWith({ _id: 'text or null' })).toEqual(['answer.items[]._id: text is read, "text or null" may come']);
  expect(lostWith({}, ['pages?'])).toEqual(['answer.items[].pages is gone']);
  expect(lostWith({ pages: 'number' }, ['pages?'])).toEqual([]);
  expect(lostWith({ store: { 'or null': { open: 'truth or null' } } })).toEqual([
    'answer.items[].store.open: truth is read, "truth or null" may come',
  ]);
  expect(lost(feed, { items: { 'or null': [before] }, next: 'text or null' })).toEqual(['answer.items: a list is read']);
  expect(lost({ store: { open: 'truth' } }, { store: { 'or null': { open: 'truth' } } })).toEqual(['answer.store may be null']);
});

test('shapeOf() converts schemas of the contract to shapes, and rejects a union of several', { tags: ['KIT-02'] }, () => {
  const text = { type: 'string' };
  expect(shapeOf({ type: 'array', items: { anyOf: [{ ...text, enum: ['a'] }, { type: 'null' }] } })).toEqual(['text or null']);
  expect(shapeOf({ type: 'object', properties: { a: { type: ['integer', 'null'] }, b: text, c: {} }, required: ['a', 'c'] })).toEqual({
    a: 'number or null',
    'b?': 'text',
    c: 'anything',
  });
  expect(() => shapeOf({ anyOf: [text, { type: 'number' }] })).toThrow('several shapes');
});
