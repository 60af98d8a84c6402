import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Availability, contentRoutes } from '@endcap/contract/content';
import { aContent, aGroup, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
let staff: string;
const stores: Record<string, string> = {};
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  for (const [name, storeNo, storeType] of [
    ['Mały', 1, 'contact'],
    ['Duży', 2, 'super'],
    ['=HYPERLINK("x";"<b>")', 3, 'super'],
  ] as const)
    stores[name] = await aStore(world.db, { name, storeNo, storeType });
  staff = await world.person('availability-staff', { storeId: stores['Mały'] });
});
afterAll(() => world.close());

const base = '/api/v1/content-editor';
const asked = async (id: string, headers = { accept: 'application/json' }) =>
  world.staff(contentRoutes.availability, { params: { contentId: id }, query: {}, token: admin, headers });
const ticketFor = async (id: string): Promise<string> => {
  const { status, body } = await world.staff(contentRoutes.availabilityTicket, { params: { contentId: id }, token: admin });
  expect(status).toBe(201);
  return body.ticket;
};
const reasons = (body: Availability) =>
  body.stores.map(({ storeNo, available, because, groups }) => [storeNo, available, because, ...groups]);

describe('every store, yes or no, and the rule that decides', { tags: ['A-77', 'API-CONT-14', 'API-CONT-18'] }, () => {
  test('type, chosen, excluded, group', async () => {
    const group = await aGroup(world.db, 'Nocne <i>', [stores['=HYPERLINK("x";"<b>")'] ?? '']);
    const item = await aContent(world.db, { includeStoreType: 'super', excludeStoreGroups: [group] });
    const { status, body } = await asked(item);
    expect(status).toBe(200);
    expect(body).toMatchObject({ window: 'open', available: 1, aimedAt: 1, total: 3 });
    expect(reasons(body)).toEqual([
      [1, false, 'notChosen'],
      [2, true, 'type'],
      [3, false, 'groupExcluded', 'Nocne <i>'],
    ]);
    await world.db
      .updateTable('content')
      .set({ includeStores: [stores['Mały'] ?? ''], excludeStores: [stores['Duży'] ?? ''] })
      .where('id', '=', item)
      .execute();
    expect(reasons((await asked(item)).body)).toEqual([
      [1, true, 'included'],
      [2, false, 'excluded'],
      [3, false, 'groupExcluded', 'Nocne <i>'],
    ]);
  });
  test('reports no store as available outside the publication window, but still reports the audience', async () => {
    const item = await aContent(world.db, { includeStoreType: 'super', publicationStart: new Date(Date.now() + 60_000).toISOString() });
    expect((await asked(item)).body).toMatchObject({
      window: 'notYet',
      available: 0,
      aimedAt: 2,
      total: 3,
      stores: [{ because: 'notYet', audience: 'notChosen' }, { because: 'notYet', audience: 'type' }, {}],
    });
    const over = await aContent(world.db, { publicationEnd: new Date(Date.now() - 60_000).toISOString() });
    expect((await asked(over)).body).toMatchObject({ window: 'over', available: 0, aimedAt: 3 });
  });
  test('administrators only; unknown items are not found', { tags: ['C23'] }, async () => {
    const item = await aContent(world.db);
    for (const [token, status] of [
      [undefined, 401],
      [staff, 403],
    ] as const)
      expect((await world.staff(`GET ${base}/${item}/availability`, { ...(token && { token }) })).status).toBe(status);
    expect((await asked('nosuchthing')).status).toBe(404);
    expect((await world.staff(`POST ${base}/nosuchthing/availability-ticket`, { token: admin })).status).toBe(404);
  });
  test('the page escapes what people typed; its export is a sheet that runs nothing', async () => {
    const item = await aContent(world.db, { title: '<script>window.__pwned=1</script>' });
    const page = String((await asked(item, { accept: 'text/html' })).body);
    expect(page).toContain('&#60;script&#62;');
    expect(page).not.toMatch(/<script|<b>/);
    const csv = Buffer.from(/base64,([^"]+)"/.exec(page)?.[1] ?? '', 'base64').toString();
    expect(csv.split('\r\n').slice(0, 4)).toEqual([
      '\uFEFF"Numer";"Sklep";"Miasto";"Typ";"Widoczne";"Decyduje"',
      '1;"Mały";"Łódź";"Contact";"tak";"wszystkie sklepy"',
      '2;"Duży";"Łódź";"Super";"tak";"wszystkie sklepy"',
      `3;"'=HYPERLINK(""x"";""<b>"")";"Łódź";"Super";"tak";"wszystkie sklepy"`,
    ]);
    const english = String((await world.staff(`GET ${base}/${item}/availability?language=en`, { token: admin })).body);
    expect(english).toContain('Shown now in 3 of 3 stores');
  });
});

describe('a tab without a bearer token', { tags: ['CONT-LIST-36', 'A-77'] }, () => {
  const open = (item: string, ticket: string, method: 'GET' | 'HEAD' = 'GET') =>
    world.staff(`${method} ${base}/${item}/availability?ticket=${ticket}`, { headers: { accept: 'text/html' } });
  test('a ticket opens its item once, also when two tabs come at the same moment', async () => {
    const item = await aContent(world.db, { title: 'Gazetka' });
    const ticket = await ticketFor(item);
    expect(ticket).toMatch(/^[\w-]{43}$/);
    const answers = await Promise.all([open(item, ticket), open(item, ticket), open(item, ticket)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect(String(answers.find(({ status }) => status === 200)?.body)).toContain('Widoczne teraz w 3 z 3 sklepów');
    const again = await open(item, ticket);
    expect([again.status, again.headers['content-type'], String(again.body)]).toEqual([
      401,
      'text/html; charset=utf-8',
      expect.stringContaining('otwiera się raz'),
    ]);
  });
  test('not for another item, not after a minute, not invented, not after its owner signed out', async () => {
    const item = await aContent(world.db);
    expect((await open(await aContent(world.db), await ticketFor(item))).status).toBe(401);
    const late = await ticketFor(item);
    world.clock.aheadMs += 61_000;
    expect((await open(item, late)).status).toBe(401);
    world.clock.aheadMs = 0;
    for (const ticket of ['x', 'A'.repeat(43), '']) expect((await open(item, ticket)).status).toBe(401);
    const leaving = await world.tokenOf('admin');
    const { body } = await world.staff(contentRoutes.availabilityTicket, { params: { contentId: item }, token: leaving });
    await world.staff('POST /session/logout', { token: leaving });
    expect((await open(item, body.ticket)).status).toBe(401);
  });
  test('a ticket opens nothing else, and only its hash is stored', async () => {
    const item = await aContent(world.db);
    const ticket = await ticketFor(item);
    expect((await world.staff(`GET ${base}/${item}?ticket=${ticket}`)).status).toBe(401);
    const { rows } = await sql<{ text: string }>`select ticket::text as text from ticket`.execute(world.db);
    expect(rows.map(({ text }) => text).join()).not.toContain(ticket);
    expect((await open(item, ticket)).status).toBe(200);
  });
});
