import { expect, test } from 'vitest';
import { actionWord, HistoryRow, kindWord } from './index.ts';

test('kinds and actions that this version does not know are read, and called by their stored words', { tags: ['E-2A'] }, () => {
  const row = {
    _id: '1',
    at: '2026-11-28T10:00:00.000Z',
    person: { id: 'a', name: null },
    item: null,
    label: null,
    fields: 0,
    deleted: false,
    summary: null,
  };
  expect(HistoryRow.parse({ ...row, kind: 'priceTag', action: 'print' })).toMatchObject({ kind: 'priceTag', action: 'print' });
  for (const stored of ['priceTag', 'constructor', '__proto__', ''])
    expect([kindWord('pl', stored), actionWord('en', stored, stored)]).toEqual([stored, stored]);
  expect([kindWord('pl', 'store'), actionWord('en', 'notification', 'create'), actionWord('en', 'store', 'create')]).toEqual([
    'Sklep',
    'planned',
    'created',
  ]);
});
