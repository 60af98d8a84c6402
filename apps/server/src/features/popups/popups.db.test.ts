import { randomUUID } from 'node:crypto';
import { matchesVersion } from '@endcap/contract/app-version';
import { appPopupRoutes, type Popup, popupRoutes } from '@endcap/contract/popups';
import { deviceRoutes } from '@endcap/contract/devices';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { createAppChanges } from '../app-changes/index.ts';
import { createPopups } from './popups-for-phones.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());
beforeEach(() => world.db.updateTable('popup').set({ deletedAt: new Date() }).execute());

const path = '/api/v1/popup-editor';
const call = (request: Parameters<FreshWorld['staff']>[0], body?: unknown, headers = {}) =>
  world.staff(request, { token: admin, ...(body !== undefined && { body }), headers });
const create = async (facts: Record<string, unknown> = {}): Promise<Popup> => {
  const { status, body } = await call(`POST ${path}`, { name: 'Popup', text: 'Dzień **dobry**', ...facts });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const fieldsOf = ({ status, body }: { status: number; body: unknown }) => {
  expect(status).toBe(422);
  return problemIn({ body }).fields;
};
const aPhone = async (): Promise<string> => {
  const { body } = await world.phone(deviceRoutes.register, {
    body: { installId: randomUUID(), platform: 'android', appVersion: '3.4.0' },
  });
  return body.deviceSecret ?? '';
};
const seen = async (appVersion = '3.4.0', token?: string): Promise<[string, number][]> => {
  const { status, body } = await world.phone(appPopupRoutes.list, { query: { appVersion }, ...(token && { token }) });
  expect(status).toBe(200);
  return body.items.map(({ _id, remaining }) => [_id, remaining]);
};
const show = (popup: string, token: string, showingId: string) =>
  world.phone(appPopupRoutes.shown, { params: { popupId: popup }, token, body: { showingId } });

describe('popup-editor', () => {
  test(
    'made with defaults, read, changed, deleted once',
    {
      tags: [
        'ENT-18',
        'API-POPUP-02',
        'API-POPUP-03',
        'API-POPUP-04',
        'API-POPUP-05',
        'POPUP-EDIT-06',
        'POPUP-EDIT-11',
        'CONST-14',
        'API-GEN-09',
      ],
    },
    async () => {
      const popup = await create({ text: undefined });
      expect(popup).toMatchObject({ name: 'Popup', text: null, version: '', repeat: 1, createdDate: popup.createdAt });
      const later = await call(`PATCH ${path}/${popup._id}`, {
        text: ' *Nowy* ',
        repeat: 3,
        version: '>= 3.2.0',
        createdDate: '2020-01-01',
      });
      expect(later).toMatchObject({
        status: 200,
        body: { text: '*Nowy*', repeat: 3, version: '>= 3.2.0', createdDate: popup.createdDate },
      });
      expect((await call(`GET ${path}/${popup._id}`)).body).toEqual(later.body);
      expect([(await call(`DELETE ${path}/${popup._id}`)).status, (await call(`DELETE ${path}/${popup._id}`)).status]).toEqual([204, 404]);
      expect((await call(`GET ${path}/${popup._id}`)).status).toBe(404);
    },
  );
  test(
    'the name is needed, the rest has limits',
    { tags: ['A-107', 'POPUP-EDIT-01', 'POPUP-EDIT-12', 'POPUP-EDIT-13', 'S09'] },
    async () => {
      expect(fieldsOf(await call(`POST ${path}`, { name: ' ' }))).toEqual({ name: ['required'] });
      for (const repeat of [0, -1, 1.5, 1e9, '', '3', null, 1001])
        expect(fieldsOf(await call(`POST ${path}`, { name: 'x', repeat }))).toEqual({ repeat: ['repeatRange'] });
      expect(fieldsOf(await call(`POST ${path}`, { name: 'x', version: '>> 3' }))).toEqual({ version: ['notVersion'] });
      expect(fieldsOf(await call(`POST ${path}`, { name: 'x', text: 'x'.repeat(5_001) }))).toEqual({ text: ['tooLong'] });
    },
  );
  test('rejects a stale tag with 412 and the stored popup', { tags: ['A-106'] }, async () => {
    const popup = await create();
    const { headers } = await call(`GET ${path}/${popup._id}`);
    await call(`PATCH ${path}/${popup._id}`, { name: 'Inny' });
    const refused = await call(`PATCH ${path}/${popup._id}`, { name: 'Mój' }, { 'if-match': String(headers['etag']) });
    expect(refused).toMatchObject({ status: 412, body: { error: { current: { name: 'Inny' } } } });
  });
  test(
    'by name in Polish order or by creation, pages without overlap',
    { tags: ['API-POPUP-01', 'POPUP-LIST-01', 'POPUP-LIST-02', 'POPUP-LIST-03', 'A-20'] },
    async () => {
      for (const name of ['Żuraw', 'Ćma', 'Arbuz']) await create({ name });
      const names = async (query: string) =>
        (await world.staff(popupRoutes.list, { token: admin, query: Object.fromEntries(new URLSearchParams(query)) })).body.items.map(
          ({ name }) => name,
        );
      expect(await names('')).toEqual(['Arbuz', 'Ćma', 'Żuraw']);
      expect(await names('?sortField=createdDate')).toEqual(['Żuraw', 'Ćma', 'Arbuz']);
      expect(await names('?sortField=name')).toEqual(['Arbuz', 'Ćma', 'Żuraw']);
      expect(await names('?sortField=-name&pageSize=2')).toEqual(['Żuraw', 'Ćma']);
      expect(await names('?sortField=-name&pageSize=2&page=2')).toEqual(['Arbuz']);
      expect((await call(`GET ${path}/list?sortField=text`)).status).toBe(400);
    },
  );
});

describe('popups on phones', { tags: ['APP-06'] }, () => {
  test(
    'are those of the app version with a text, in the order in which they were made',
    { tags: ['POPUP-EDIT-15', 'P09', 'A-107'] },
    async () => {
      const [first, restricted] = [await create(), await create({ version: '>= 4.0.0' })];
      await create({ text: null });
      const last = await create({ repeat: 5 });
      await world.appApp.refresh();
      expect(await seen()).toEqual([
        [first._id, 1],
        [last._id, 5],
      ]);
      expect((await seen('4.1')).map(([id]) => id)).toEqual([first._id, restricted._id, last._id]);
      expect((await world.phone('GET /app/v1/popups?appVersion=abc')).status).toBe(422);
      const { body } = await world.phone(appPopupRoutes.list, { query: { appVersion: '3.4.0' } });
      expect(Object.keys(body.items[0] ?? {}).toSorted()).toEqual(['_id', 'remaining', 'repeat', 'text']);
      expect((await world.phone('GET /app/v1/popups')).status).toBe(400);
    },
  );
  test('the staff list shows which versions receive each popup, in the order of phones', { tags: ['POPUP-EDIT-15', 'A-107'] }, async () => {
    const versions = ['2.9.0', '3.4.0', '5.0.0'];
    const texts = fc.constantFrom('Cześć', null);
    const made = fc.record({ text: texts, version: fc.constantFrom('', '*', '>= 3.2.0', '<3', '3.4.0 || 5.x') });
    await fc.assert(
      fc.asyncProperty(fc.array(made, { minLength: 1, maxLength: 8 }), async (drafts) => {
        await world.db.updateTable('popup').set({ deletedAt: new Date() }).execute();
        for (const draft of drafts) await create(draft);
        await world.appApp.refresh();
        const { items } = (await world.staff(popupRoutes.list, { token: admin, query: { pageSize: 100, sortField: 'name' } })).body;
        const shown = items
          .flatMap(({ _id, version, shown: of }) => (of ? [{ _id, version, ...of }] : []))
          .toSorted((a, b) => a.place - b.place);
        expect(shown.map(({ place }) => place)).toEqual(shown.map((_, at) => at + 1));
        for (const appVersion of versions) {
          const expected = shown.filter(({ everyVersion, version }) => everyVersion || matchesVersion(version, appVersion));
          expect((await seen(appVersion)).map(([id]) => id)).toEqual(expected.map(({ _id }) => _id));
        }
      }),
      { numRuns: 8 },
    );
  });
  test('each showing counts once per device, also when it is reported several times at once', async () => {
    const { _id } = await create({ repeat: 2 });
    await world.appApp.refresh();
    const [mine, other] = [await aPhone(), await aPhone()];
    const twice = await Promise.all(Array.from({ length: 5 }, () => show(_id, mine, 'a')));
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await seen('3.4.0', mine)).toEqual([[_id, 1]]);
    await show(_id, mine, 'b');
    expect(await seen('3.4.0', mine)).toEqual([]);
    expect(await seen('3.4.0', other)).toEqual([[_id, 2]]);
    expect(await seen()).toEqual([[_id, 2]]);
    await call(`PATCH ${path}/${_id}`, { repeat: 3 });
    await world.appApp.refresh();
    expect(await seen('3.4.0', mine)).toEqual([[_id, 1]]);
  });
  test('only devices may report showings, with a valid id and of a popup that exists', async () => {
    const { _id } = await create();
    const phone = await aPhone();
    expect((await world.phone(`POST /app/v1/popups/${_id}/shown`, { body: { showingId: 'a' } })).status).toBe(401);
    expect((await show(_id, admin, 'a')).status).toBe(401);
    expect((await show('nosuchpopup', phone, 'a')).status).toBe(404);
    expect(fieldsOf(await show(_id, phone, ' '))).toEqual({ showingId: ['required'] });
    for (const odd of ['a\0b', 'a b', 'ł']) expect(fieldsOf(await show(_id, phone, odd))).toEqual({ showingId: ['invalid'] });
    expect((await world.phone('GET /app/v1/popups?appVersion=3.4.0', { token: 'forged' })).status).toBe(401);
  });
  test('a request without a device gets a cacheable response with a tag and 304; one with a device gets no-store', async () => {
    await create();
    await world.appApp.refresh();
    const first = await world.phone('GET /app/v1/popups?appVersion=3.4.0');
    expect(first.headers).toMatchObject({ etag: expect.stringMatching(/^"[\w-]{43}"$/), 'cache-control': 'public, max-age=30' });
    const again = await world.phone('GET /app/v1/popups?appVersion=3.4.0', { headers: { 'if-none-match': String(first.headers['etag']) } });
    expect([again.status, again.body]).toEqual([304, '']);
    const own = await world.phone('GET /app/v1/popups?appVersion=3.4.0', { token: await aPhone() });
    expect(own.headers['cache-control']).toBe('no-store');
  });
  test('caches the responses of a limited number of versions, until the next save', { tags: ['17.4'] }, async () => {
    const text = 'x'.repeat(4_000);
    for (let n = 0; n < 3; n += 1) await create({ text });
    const changes = createAppChanges({ db: world.db, onError: () => {} });
    const popups = createPopups({ db: world.db, changes });
    const ask = async (n: number) => (await popups.forVersion(`3.${n}.0`)).prepared;
    const first = await ask(0);
    expect(await ask(0)).toBe(first);
    await create();
    await changes.refreshNow();
    expect(await ask(0)).not.toBe(first);
    const early = await ask(1);
    for (let n = 2; n < 450; n += 1) await ask(n);
    expect(await ask(1)).not.toBe(early);
    expect(await ask(449)).toBe(await ask(449));
  });
  test('over a socket, phones never get the shared response, and requests without a token never get that of a phone', async () => {
    const { _id } = await create({ repeat: 2 });
    await world.appApp.refresh();
    await world.appApp.listen({ port: 0, host: '127.0.0.1' });
    const url = `http://127.0.0.1:${portOf(world.appApp.server)}/app/v1/popups?appVersion=3.4.0`;
    const token = await aPhone();
    await show(_id, token, 'a');
    const remaining = async (secret?: string): Promise<number[]> => {
      const answer = await fetch(url, { headers: secret ? { authorization: `Bearer ${secret}` } : {} });
      return ((await answer.json()) as { items: { remaining: number }[] }).items.map((popup) => popup.remaining);
    };
    for (let n = 0; n < 3; n += 1) expect([await remaining(), await remaining(token)]).toEqual([[2], [1]]);
    expect((await fetch(url)).headers.get('vary')).toBe('accept-encoding, authorization');
  });
});
