import { historyRoutes, type HistoryRow } from '@endcap/contract/history';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

const TOKEN = 'a-token-of-the-import-that-is-long-enough';
let world: FreshWorld;
let admin: string;
let store: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: TOKEN });
  admin = await world.tokenOf('admin');
  store = await aStore(world.db, { name: 'Żabi Skok', city: 'Łódź', storeNo: 77 });
});
afterAll(() => world.close());

const page = async (query: Record<string, string>) => {
  const { status, body } = await world.staff(`GET /api/v1/history?${new URLSearchParams(query)}`, { token: admin });
  expect(status, JSON.stringify(body)).toBe(200);
  return historyRoutes.list.reply.parse(body);
};
const whole = async (query: Record<string, string>): Promise<HistoryRow[]> => {
  const { items, next } = await page(query);
  return next === null ? items : [...items, ...(await whole({ ...query, before: next }))];
};
const change = async (entity: string, item: string, changes: object, action = 'update'): Promise<void> => {
  await sql`insert into history (actor, entity, entity_id, action, changes)
    values ('ann', ${entity}, ${item}, ${action}, ${JSON.stringify(changes)}::jsonb)`.execute(world.db);
};
const summaryOf = async (item: string, query: Record<string, string> = {}) => (await page({ item, ...query })).items[0]?.summary;

describe('the summary of a row lists what changed', { tags: ['E-66'] }, () => {
  test('with the values of short fields, the most important first, and the number of further fields', async () => {
    await change('content', 'c1', {
      description: ['a', 'b'],
      pinned: [false, true],
      includeStores: [
        ['s1', 's2'],
        ['s2', 's3', 's4'],
      ],
      validityEnd: ['2026-11-30T22:59:00Z', '2026-12-08T22:59:00Z'],
      discountValue: [null, 5],
    });
    expect(await summaryOf('c1')).toEqual({
      fields: [
        { field: 'validityEnd', is: 'value', before: '2026-11-30T22:59:00Z', after: '2026-12-08T22:59:00Z' },
        {
          field: 'includeStores',
          is: 'list',
          before: null,
          after: null,
          added: 2,
          removed: 1,
          altered: 0,
          shown: [
            { was: 's1', is: null },
            { was: null, is: 's3' },
            { was: null, is: 's4' },
          ],
        },
        { field: 'discountValue', is: 'value', before: null, after: 5 },
      ],
      more: 2,
    });
  });
  test('without long texts: only whether each was set before and after', async () => {
    const long = 'x'.repeat(250_000);
    await change('knowledge', 'k1', { content: [long, `${long}y`], description: [null, 'line\nline'] });
    const { body } = await world.staff('GET /api/v1/history?item=k1', { token: admin });
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
    expect(await summaryOf('k1')).toEqual({
      fields: [
        { field: 'description', is: 'text', before: null, after: true },
        { field: 'content', is: 'text', before: true, after: true },
      ],
      more: 0,
    });
  });
  test('with the changed parts of the settings, and with altered list entries', async () => {
    await change('settings', 'settings', {
      trading: [
        { exceptions: [{ day: '2026-12-24', note: 'a' }, { day: '2026-12-25' }] },
        { exceptions: [{ day: '2026-12-24', note: 'b' }, { day: '2026-12-26' }] },
      ],
      sending: [
        { quietFrom: '22:00', weeklyLimit: 3 },
        { quietFrom: '21:00', weeklyLimit: 3 },
      ],
    });
    expect(await summaryOf('settings')).toEqual({
      fields: [
        { field: 'sending.quietFrom', is: 'value', before: '22:00', after: '21:00' },
        {
          field: 'trading.exceptions',
          is: 'list',
          before: null,
          after: null,
          added: 1,
          removed: 1,
          altered: 1,
          shown: [
            { was: { day: '2026-12-24', note: 'a' }, is: { day: '2026-12-24', note: 'b' } },
            { was: { day: '2026-12-25' }, is: null },
            { was: null, is: { day: '2026-12-26' } },
          ],
        },
      ],
      more: 0,
    });
  });
  test('with the changed entries of a list, stores by name; many or long entries are only counted', async () => {
    const listed = async (was: unknown[], is: unknown[]) => {
      await change('storeGroup', 'g1', { includeStores: [was, is] });
      return (await summaryOf('g1'))?.fields[0];
    };
    expect(await listed([store], [])).toMatchObject({ removed: 1, shown: [{ was: 'Żabi Skok, Łódź', is: null }] });
    expect(await listed([], ['a', 'b', 'c', 'd'])).toEqual({
      field: 'includeStores',
      is: 'list',
      before: null,
      after: null,
      added: 4,
      removed: 0,
      altered: 0,
    });
    expect(await listed([], ['x'.repeat(400)])).not.toHaveProperty('shown');
    const question = { id: 'q1', question: 'Zwroty?', answer: 'x'.repeat(4_000), color: '#112233' };
    expect(await listed([], [question])).toMatchObject({ added: 1, shown: [{ was: null, is: { id: 'q1', question: 'Zwroty?' } }] });
  });
  test('is absent when an item was created or deleted or a send was paused', async () => {
    await change('content', 'c2', { name: [null, 'x'] }, 'create');
    await change('content', 'c3', { name: ['x', null] }, 'delete');
    await change('notification', 'n1', { sending: [null, 'paused'] }, 'pause');
    expect([await summaryOf('c2'), await summaryOf('c3'), await summaryOf('n1')]).toEqual([null, null, null]);
  });
});

describe('changes of one field', { tags: ['E-66'] }, () => {
  test('are found for an item, with the change that made it, page by page', async () => {
    await change('content', 'c4', { name: [null, 'x'], validityEnd: [null, '2026-11-30'] }, 'create');
    for (let n = 1; n <= 70; n += 1)
      await change(
        'content',
        'c4',
        n % 2 === 0 ? { name: ['x', `x${n}`] } : { name: ['x', 'y'], validityEnd: ['2026-11-30', `2026-12-${n}`] },
      );
    const rows = await whole({ kind: 'content', item: 'c4', field: 'validityEnd' });
    expect(rows).toHaveLength(36);
    expect(rows.at(-1)).toMatchObject({
      action: 'create',
      summary: { fields: [{ field: 'validityEnd', before: null, after: '2026-11-30' }], more: 0 },
    });
    expect(rows[0]?.summary?.fields.map(({ field }) => field)).toEqual(['validityEnd']);
    expect(await whole({ kind: 'store', field: 'validityEnd' })).toEqual([]);
  });
  test('are found in a part of the settings alone', async () => {
    const byField = async (field: string) => (await whole({ kind: 'settings', person: 'ann', field })).length;
    await change('settings', 'settings', { sending: [{ quietFrom: null }, { quietFrom: '20:00' }] });
    expect([await byField('sending'), await byField('sending.quietFrom'), await byField('sending.weeklyLimit')]).toEqual([2, 2, 0]);
  });
  test.each(['', 'a b', 'a.b.c', "x' or 1=1 --", 'a'.repeat(101)])('rejects %j as a field name', async (field) => {
    const { status, body } = await world.staff(`GET /api/v1/history?${new URLSearchParams({ field })}`, { token: admin });
    expect([status, body]).toMatchObject([422, { error: { fields: { field: ['invalid'] } } }]);
  });
});

describe('a folded import is one row', { tags: ['E-6D'] }, () => {
  const rows = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => ({
      storeNo: 5_000 + n,
      name: `${name} ${n}`,
      storeType: 'super',
      street: 'Długa 1',
      zipCode: '00-001',
      city: 'Hel',
      latitude: 54.6,
      longitude: 18.8,
      openingHours: '6-22',
    }));
  const run = async (count: number, name: string): Promise<void> => {
    const answer = await world.staff('PUT /api/v1/import/stores', { token: TOKEN, body: rows(count, name) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const told = (found: readonly HistoryRow[]) => found.map(({ kind, action }) => `${kind}/${action}`);
  beforeAll(async () => {
    await sql`insert into history (actor, entity, entity_id, action, changes) values ('eve', 'store', ${store}, 'update', '{"name": ["a", "b"]}')`.execute(
      world.db,
    );
    await run(40, 'Sklep');
    await run(35, 'Nowy');
    await sql`insert into history (actor, entity, entity_id, action, changes) values ('eve', 'store', ${store}, 'update', '{"name": ["b", "c"]}')`.execute(
      world.db,
    );
  });

  test('with the number of created, updated and removed items', async () => {
    const { items } = await page({ imports: 'folded' });
    expect(told(items).slice(0, 4)).toEqual(['store/update', 'import/import', 'import/import', 'store/update']);
    expect(items[1]?.summary).toEqual({
      fields: [
        { field: 'created', is: 'value', before: null, after: 0 },
        { field: 'updated', is: 'value', before: null, after: 35 },
        { field: 'removed', is: 'value', before: null, after: 0 },
      ],
      more: 2,
    });
  });
  test('also when filtered by the import program or by the imported kind', async () => {
    expect(told(await whole({ imports: 'folded', person: 'import-api' }))).toEqual(['import/import', 'import/import']);
    expect(told(await whole({ imports: 'folded', kind: 'store' }))).toEqual([
      'store/update',
      'import/import',
      'import/import',
      'store/update',
    ]);
    expect(told(await whole({ imports: 'folded', kind: 'import' }))).toEqual(['import/import', 'import/import']);
    expect(told(await whole({ imports: 'folded', kind: 'segment' }))).toEqual([]);
  });
  test('whose own items are returned page by page, without items of another import', async () => {
    const [second, first] = await whole({ kind: 'import' });
    for (const [found, count, action] of [
      [second, 35, 'update'],
      [first, 40, 'create'],
    ] as const) {
      const items = await whole({ importedBy: found?._id ?? '' });
      expect(items).toHaveLength(count);
      expect(new Set(told(items))).toEqual(new Set([`store/${action}`]));
      expect((await page({ importedBy: found?._id ?? '' })).items).toHaveLength(30);
    }
    expect(await whole({ importedBy: '999999999' })).toEqual([]);
  });
  test('filters by text, action or field return single items, and without `imports: folded` nothing is folded', async () => {
    expect(await whole({ imports: 'folded', text: 'Nowy 7,' })).toHaveLength(1);
    expect(await whole({ imports: 'folded', kind: 'store', action: 'update' })).toHaveLength(37);
    expect(await whole({ imports: 'folded', kind: 'store', field: 'name' })).toHaveLength(77);
    expect(await whole({ person: 'import-api' })).toHaveLength(77);
  });
});
