import { type HistoryFilters, historyRoutes, type HistoryRow } from '@endcap/contract/history';
import { emptySettings } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aGroup, aNotification, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
let staff: string;
let store: string;
beforeAll(async () => {
  world = await freshWorld({ ENDCAP_IMPORT_TOKENS: 'a-token-of-the-import-that-is-long-enough' });
  admin = await world.tokenOf('admin');
  store = await aStore(world.db, { name: 'Żabi Skok', city: 'Łódź', storeNo: 77 });
  staff = await world.person('history-staff', { name: 'Piotr Lis', storeId: store });
});
afterAll(() => world.close());

type Query = { [K in keyof HistoryFilters]?: string | undefined } & { before?: string };
const asked = (query: Query, token = admin) =>
  world.staff(`GET /api/v1/history?${new URLSearchParams(query as Record<string, string>)}`, { token });
const page = async (query: Query = {}) => {
  const { status, body } = await asked(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return historyRoutes.list.reply.parse(body);
};
const whole = async (query: Query = {}): Promise<HistoryRow[]> => {
  const first = await page(query);
  const rows = [...first.items];
  for (let { next } = first; next !== null;) {
    const more = await page({ ...query, before: next });
    expect(more.items.length).toBeGreaterThan(0);
    rows.push(...more.items);
    next = more.next;
  }
  return rows;
};
const call = async (request: Parameters<FreshWorld['staff']>[0], body?: unknown, token = admin) => {
  const answer = await world.staff(request, { token, ...(body !== undefined && { body }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as { _id: string };
};
const told = ({ kind, action, label, person, fields, deleted }: HistoryRow) => [kind, action, label, person.name, fields, deleted];

describe('every change is found in the history', { tags: ['HIST-07'] }, () => {
  test('lists kinds and actions with the names of the person and the item', async () => {
    for (const token of [admin, staff]) await call('POST /session/register-login', undefined, token);
    const group = await call('POST /api/v1/store-group', { name: 'Śląsk', includeStores: [store] });
    await call(`PATCH /api/v1/store-group/${group._id}`, { name: 'Śląsk i Zagłębie' });
    await call(`DELETE /api/v1/store-group/${group._id}`);
    await call('POST /api/v1/popup-editor', { name: 'Okno', text: 'Tekst' });
    await call('POST /api/v1/knowledge-editor', { name: 'Zwroty', description: 'O zwrotach', content: 'Treść' });
    await call('POST /api/v1/settings-editor', { ...emptySettings, signatureValid: 'Ważne' });
    const sent = await call('POST /api/v1/notification-editor', aNotification({ title: 'Promocja', isTest: true }));
    for (const step of ['pause', 'resume', 'cancel']) await call(`POST /api/v1/notification-editor/${sent._id}/${step}`);
    await call(`PATCH /api/v1/notification-editor/${sent._id}`, { validUntil: new Date(Date.now() + 3 * 86_400_000).toISOString() });
    await call('POST /api/v1/stats/store-subscription/export', { format: 'xlsx', rows: 12 });
    const imported = await world.staff('PUT /api/v1/import/segments', {
      token: 'a-token-of-the-import-that-is-long-enough',
      body: [{ name: 'vip' }],
    });
    expect(imported.status, JSON.stringify(imported.body)).toBe(200);
    await sql`insert into thread (id, thread_id, user_id, created_at) values ('t1', 'thread_1', 'k1', now())`.execute(world.db);
    await call('POST /api/v1/customers/erase', { userId: 'k1' });

    const name = 'Anna Wójcik';
    expect((await whole()).map(told)).toEqual([
      ['customer', 'erase', expect.stringMatching(/^[0-9a-f]{12}$/), name, 1, false],
      ['import', 'import', 'segments', null, 5, false],
      ['segment', 'create', 'vip', null, 1, false],
      ['subscriptions', 'export', 'xlsx', name, 2, false],
      ['notification', 'update', 'Promocja', name, 1, false],
      ['notification', 'cancel', 'Promocja', name, 1, false],
      ['notification', 'resume', 'Promocja', name, 1, false],
      ['notification', 'pause', 'Promocja', name, 1, false],
      ['notification', 'send', 'Promocja', name, expect.any(Number), false],
      ['settings', 'update', null, name, 1, false],
      ['knowledge', 'create', 'Zwroty', name, expect.any(Number), false],
      ['popup', 'create', 'Okno', name, expect.any(Number), false],
      ['storeGroup', 'delete', 'Śląsk i Zagłębie', name, 2, true],
      ['storeGroup', 'update', 'Śląsk i Zagłębie', name, 1, true],
      ['storeGroup', 'create', 'Śląsk', name, 2, true],
      ['session', 'signIn', 'Żabi Skok, Łódź', 'Piotr Lis', 0, false],
      ['session', 'signIn', null, name, 0, false],
    ]);
    expect((await whole({ person: 'import-api' })).map(({ kind }) => kind)).toEqual(['import', 'segment']);
    const { body: people } = await world.staff(historyRoutes.people, { token: admin });
    expect(people).toEqual([
      { id: expect.any(String), name },
      { id: 'history-staff', name: 'Piotr Lis' },
      { id: 'import-api', name: null },
    ]);
  });
  test('rejects updates and truncation of the history, and accepts entries that the previous version writes', async () => {
    await sql`insert into history (actor, entity, entity_id, action, changes) values
      ('old', 'notification', 'n1', 'create', '{"title": [null, "x"]}'), ('old', 'notification', 'n1', 'update', '{"sending": [null, "continued"]}')`.execute(
      world.db,
    );
    expect((await whole({ person: 'old' })).map(({ action, fields }) => [action, fields])).toEqual([
      ['continue', 1],
      ['send', 1],
    ]);
    await expect(sql`update history set label = 'x'`.execute(world.db)).rejects.toThrow('append-only');
    await expect(sql`truncate history`.execute(world.db)).rejects.toThrow('append-only');
  });
});

describe('a change with its values', { tags: ['HIST-02', 'HIST-06'] }, () => {
  const changeOf = async (id: string) =>
    historyRoutes.change.reply.parse((await world.staff(`GET /api/v1/history/${id}`, { token: admin })).body);
  test('shows values before and after, the whole item afterwards, and names of stores, even deleted ones', async () => {
    const gone = await aStore(world.db, { name: 'Zamknięty', city: 'Hel', deletedAt: new Date() });
    const other = await aGroup(world.db, 'Inna', []);
    const group = await call('POST /api/v1/store-group', { name: 'Nad morzem', includeStores: [store] });
    await sql`insert into store_group_member (group_id, store_id) values (${group._id}, ${gone})`.execute(world.db);
    await call(`PATCH /api/v1/store-group/${group._id}`, { name: 'Morze', includeStores: [gone] });
    await call(`DELETE /api/v1/store-group/${group._id}`);
    const [deleted, changed, created] = await whole({ item: group._id });
    expect(await changeOf(changed?._id ?? '')).toMatchObject({
      changes: { name: ['Nad morzem', 'Morze'], includeStores: [[store, gone].toSorted(), [gone]] },
      version: { name: 'Morze', includeStores: [gone] },
      names: { [store]: 'Żabi Skok, Łódź', [gone]: 'Zamknięty, Hel' },
      missingFiles: [],
    });
    expect((await changeOf(created?._id ?? '')).version).toEqual({ name: 'Nad morzem', includeStores: [store] });
    expect(await changeOf(deleted?._id ?? '')).toMatchObject({ version: null, deleted: true, changes: { name: ['Morze', null] } });
    expect(await whole({ item: other })).toEqual([]);
  });
  test.each(['s1', 'x', '999999999999', '1.5', '-1', '9'.repeat(30)])('returns 404 for the invalid change id %s', async (id) => {
    expect((await world.staff(`GET /api/v1/history/${id}`, { token: admin })).status).toBe(404);
  });
});

describe('the pages of any filter together return all matching rows in order', { tags: ['HIST-08'] }, () => {
  const people = ['ann', 'bob', 'cid'];
  beforeAll(async () => {
    // Equal timestamps in both tables that the history reads, and more than a page of rows for most filters.
    await sql`insert into history (at, actor, entity, entity_id, action, changes) overriding system value
      select timestamptz '2026-03-28 21:00Z' + make_interval(mins => 37 * (n / 4)), (array['ann', 'bob', 'cid'])[1 + n % 3], (array['segment', 'promoThreshold', 'import'])[1 + n % 3],
        (array['Żółć', 'żółw', '100%_\\'''])[1 + n / 7 % 3], case when n % 3 = 2 then 'import' when n % 4 = 0 then 'delete' else 'create' end, '{"a": [1, 2]}' from generate_series(1, 260) n`.execute(
      world.db,
    );
    await sql`insert into staff_login (at, person, store_id) select timestamptz '2026-03-28 21:00Z' + make_interval(mins => 37 * (n / 2)), (array['ann', 'bob'])[1 + n % 2], null from generate_series(1, 90) n`.execute(
      world.db,
    );
  });
  const day = { from: '2026-03-29', to: '2026-03-29' };
  const queries: Query[] = [
    {},
    ...people.map((person) => ({ person })),
    ...(['segment', 'import', 'session'] as const).map((kind) => ({ kind })),
    ...(['delete', 'create', 'signIn'] as const).map((action) => ({ action })),
    { person: 'ann', kind: 'segment' },
    { person: 'bob', action: 'signIn', ...day },
    { person: 'ann', kind: 'segment', action: 'delete', item: 'żółw' },
    { item: 'Żółć' },
    { ...day },
    { from: '2026-03-30' },
    { to: '2026-03-29', person: 'bob' },
    { text: 'zol' },
    { text: 'ZOLW', kind: 'segment' },
    { text: "%_\\'" },
    { text: 'zol', action: 'create', person: 'ann', ...day },
    { kind: 'session', action: 'delete' },
    { kind: 'settings', action: 'create' },
  ];
  const naively = async (query: Query): Promise<string[]> => {
    const folded = (text = '') => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
    const { rows } = await sql<{
      id: string;
      at: Date;
      actor: string;
      kind: string;
      item: string | null;
      action: string;
      label: string | null;
    }>`
      select seq::text as id, at, actor, entity as kind, entity_id as item, action, label from history
      union all select 's' || seq, at, person, 'session', store_id, 'signIn', null from staff_login order by at desc`.execute(world.db);
    const warsaw = (at: Date) => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Warsaw' }).format(at);
    return rows
      .filter(
        ({ at, actor, kind, item, action, label }) =>
          (query.person === undefined || query.person === actor) &&
          (query.kind === undefined || query.kind === kind) &&
          (query.item === undefined || query.item === item) &&
          (query.action === undefined || query.action === action) &&
          (query.from === undefined || query.from <= warsaw(at)) &&
          (query.to === undefined || query.to >= warsaw(at)) &&
          (query.text === undefined || (label !== null && folded(label).includes(folded(query.text)))),
      )
      .map(({ id }) => id);
  };
  test.each(queries.map((query) => [JSON.stringify(query), query] as const))('%s', async (_name, query) => {
    const rows = await whole(query);
    const expected = await naively(query);
    expect(rows.map(({ _id }) => _id).toSorted()).toEqual(expected.toSorted());
    expect(rows.map(({ at }) => at)).toEqual(
      rows
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(rows.length);
  });
  test('returns 30 rows a page, and new entries do not shift the following pages', async () => {
    const first = await page({ person: 'cid' });
    expect([first.items.length, first.next === null]).toEqual([30, false]);
    await sql`insert into history (actor, entity, entity_id, action, changes) values ('cid', 'segment', 'x', 'create', '{}')`.execute(
      world.db,
    );
    const [next, again] = [await page({ person: 'cid', before: first.next ?? '' }), await page({ person: 'cid' })];
    expect(next.items[0]?._id).not.toBe(first.items.at(-1)?._id);
    expect(again.items.slice(1)).toEqual(first.items.slice(0, 29));
  });
});

describe('bad input', { tags: ['HIST-08'] }, () => {
  test.each([
    ['kind', 'nonsense', 'unknown'],
    ['action', "' or 1=1 --", 'unknown'],
    ['from', '2026-02-30', 'notDate'],
    ['to', 'tomorrow', 'notDate'],
    ['from', '9999-01-01', 'notDate'],
    ['before', 'x', 'invalid'],
    ['before', '2026-13-01T00:00:00.000000Zh1', 'invalid'],
    ['person', 'a\0', 'invalid'],
    ['text', 'a\0', 'invalid'],
  ])('%s=%s is refused with its field', async (field, value, code) => {
    const { status, body } = await asked({ [field]: value });
    expect([status, (body as { error: { fields: unknown } }).error.fields]).toEqual([422, { [field]: [code] }]);
  });
  test.each([
    ['of 10,000 signs', 'x'.repeat(10_000)],
    ['with signs of patterns', `%_\\'"<>`],
    ['from right to left', 'שלום \u202Eabc'],
    ['of blanks', '   '],
  ])('a text %s is looked for', async (_name, text) => {
    expect((await asked({ text })).status).toBe(200);
  });
  test('staff are refused, with a filter or without', async () => {
    for (const path of ['history', 'history?person=x', 'history/1', 'history/people', 'history/export'] as const)
      expect((await world.staff(`GET /api/v1/${path}`, { token: staff })).status, path).toBe(403);
    expect((await world.staff('POST /api/v1/history/export-ticket', { token: staff })).status).toBe(403);
  });
});

test(
  'a ticket downloads the filtered history once, as CSV without executable formulas, and the export is recorded',
  { tags: ['HIST-07'] },
  async () => {
    await sql`insert into history (actor, entity, entity_id, action, changes) select 'csv', 'segment', '=cmd|"; ' || n, 'create', '{"a": [1, 2]}' from generate_series(1, 2100) n`.execute(
      world.db,
    );
    const { ticket } = (await call('POST /api/v1/history/export-ticket')) as unknown as { ticket: string };
    const path = `GET /api/v1/history/export?person=csv&language=en&ticket=${ticket}` as const;
    const { status, body, headers } = await world.staff(path, {});
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      expect.stringMatching(/^attachment; filename="history-\d{4}-\d\d-\d\d\.csv"$/),
    ]);
    const lines = String(body).trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFF"When";"Who";"Type";"What was done";"Name";"Fields changed";"Item id";"Person id";"Number of the change"');
    expect(lines).toHaveLength(2_101);
    expect(lines[1]).toMatch(/^"\d{4}-\d\d-\d\d \d\d:\d\d";"csv";"Segment";"created";"'=cmd\|""; 2100";1;"'=cmd\|""; 2100";"csv";"\d+"$/);
    expect((await world.staff(path, {})).status).toBe(401);
    const [noted] = await whole({ kind: 'history' });
    expect(noted && told(noted)).toEqual(['history', 'export', 'csv', 'Anna Wójcik', 1, false]);
  },
);

test(
  'kinds and actions of a newer version are listed, found by text, opened and exported by their stored words',
  { tags: ['E-2A', 'HIST-07'] },
  async () => {
    // As its migrations do.
    await sql`alter table history drop constraint history_action_check`.execute(world.db);
    await sql`insert into history (actor, entity, entity_id, action, changes) values
    ('newer', 'priceTag', 'metka1', 'print', '{"copies": [1, 2]}'), ('newer', 'store', ${store}, 'renovate', '{"name": ["a", "b"]}'),
    ('newer', 'priceTag', 'metka1', 'update', '{"copies": [2, 3]}'), ('newer', 'priceTag', 'metka1', 'constructor', '{}')`.execute(
      world.db,
    );
    const all = [
      ['priceTag', 'constructor'],
      ['priceTag', 'update'],
      ['store', 'renovate'],
      ['priceTag', 'print'],
    ];
    const ofTags = all.filter(([kind]) => kind === 'priceTag');
    const pairs = async (query: Query) => (await whole(query)).map(({ kind, action }) => [kind, action]);
    expect(await pairs({ person: 'newer' })).toEqual(all);
    expect((await page()).items.slice(0, 4).map(({ kind, action }) => [kind, action])).toEqual(all);
    expect(await pairs({ text: 'metka' })).toEqual(ofTags);
    expect(await pairs({ item: 'metka1' })).toEqual(ofTags);
    expect(await pairs({ person: 'newer', action: 'update' })).toEqual([['priceTag', 'update']]);
    expect(await pairs({ person: 'newer', kind: 'store' })).toEqual([['store', 'renovate']]);
    const [, , , printed] = await whole({ person: 'newer' });
    const { status, body } = await world.staff(`GET /api/v1/history/${printed?._id}`, { token: admin });
    expect([status, body]).toMatchObject([200, { kind: 'priceTag', action: 'print', changes: { copies: [1, 2] }, version: { copies: 2 } }]);
    const { ticket } = (await call('POST /api/v1/history/export-ticket')) as unknown as { ticket: string };
    const file = await world.staff(`GET /api/v1/history/export?person=newer&language=en&ticket=${ticket}`, {});
    expect(String(file.body)).toMatch(/"priceTag";"print";"metka1";1;/);
    expect(String(file.body)).toMatch(/"Store";"renovate";/);
  },
);
