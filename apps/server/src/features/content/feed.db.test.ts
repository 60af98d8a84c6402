import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { appContentRoutes, AppFeed } from '@endcap/contract/content';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aContent, aGroup, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
let store: string;
let other: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  store = await aStore(world.db, { storeType: 'super' });
  other = await aStore(world.db, { storeType: 'contact' });
});
afterAll(() => world.close());
beforeEach(() => world.db.updateTable('content').set({ deletedAt: new Date() }).execute());
afterEach(() => {
  world.clock.stoppedAt = null;
});

const anItem = (facts: Parameters<typeof aContent>[1] = {}): Promise<string> => aContent(world.db, facts);
const ask = (query: string, headers: Record<string, string> = {}) =>
  world.phone(appContentRoutes.feed, { query: { appVersion: '3.4.0', ...Object.fromEntries(new URLSearchParams(query)) }, headers });
const idsIn = async (query: string): Promise<string[]> => {
  const { status, body } = await ask(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items.map(({ _id }) => _id);
};
const seen = async (query = ''): Promise<string[]> => {
  await world.appApp.refresh();
  return idsIn(query);
};

describe('the feed of a viewer', { tags: ['APP-05'] }, () => {
  test('is filtered by store, type, group and exclusion; without a store it has only items for all', { tags: ['A-40'] }, async () => {
    const group = await aGroup(world.db, 'G', [other]);
    const all = await anItem();
    const supers = await anItem({ includeStoreType: 'super' });
    const named = await anItem({ includeStoreType: '', includeStores: [store] });
    const grouped = await anItem({ includeStoreType: '', includeStoreGroups: [group] });
    const butOne = await anItem({ excludeStores: [store] });
    expect(new Set(await seen(`storeId=${store}`))).toEqual(new Set([all, supers, named]));
    expect(new Set(await seen(`storeId=${other}`))).toEqual(new Set([all, grouped, butOne]));
    expect(new Set(await seen())).toEqual(new Set([all, butOne]));
    const { items } = (await ask('')).body;
    expect(items.map(({ _id, storeDependent }) => [_id === butOne, storeDependent ?? false]).toSorted()).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(new Set(await seen('storeId=nosuchstore'))).toEqual(new Set([all, butOne]));
  });
  test('is filtered by segment, app version and tab', { tags: ['C18', 'A-78', 'A-91'] }, async () => {
    const family = await anItem({ segments: ['Rodzina'] });
    const next = await anItem({ version: '>= 4.0.0' });
    const hidden = await anItem({ hiddenOnStart: true });
    expect(new Set(await seen('segments=Rodzina,Inny'))).toEqual(new Set([family, hidden]));
    expect(await seen('tab=start')).toEqual([]);
    expect(await seen()).toEqual([hidden]);
    const { body } = await world.phone(appContentRoutes.feed, { query: { appVersion: '4.1' } });
    expect(new Set(body.items.map(({ _id }) => _id))).toEqual(new Set([next, hidden]));
    // C18, D-36: what is no version is refused as it is at registration, and nothing throws.
    for (const appVersion of ['abc', '%00', '١', '99999999999999999999.0.0', 'v3'])
      for (const path of ['content', `content/${hidden}`, 'popups'])
        expect(await world.phone(`GET /app/v1/${path}?appVersion=${encodeURIComponent(appVersion)}`), appVersion).toMatchObject({
          status: 422,
          body: { error: { code: 'invalid', fields: { appVersion: ['invalid'] } } },
        });
    for (const query of ['', '?appVersion=', `?appVersion=${'x'.repeat(10_000)}`, '?appVersion=3&tab=home', '?appVersion=3&storeId=A%20B'])
      expect([400, 414]).toContain((await world.phone(`GET /app/v1/content${query}`)).status);
  });
  test('matches segment names regardless of spacing and Unicode composition', { tags: ['A-78'] }, async () => {
    const facts = { contentType: 'banner' as const };
    const [club, café] = [await anItem({ ...facts, segments: ['Klub VIP'] }), await anItem({ ...facts, segments: ['Café'] })];
    await world.appApp.refresh();
    for (const spelling of ['Klub VIP', 'Klub  VIP', ' Klub\u00a0VIP', 'Klub\tVIP', 'Inny,Klub\u2009 VIP,'])
      expect(await idsIn(`segments=${encodeURIComponent(spelling)}`), spelling).toEqual([club]);
    for (const spelling of ['Café', 'Cafe\u0301']) {
      expect(await idsIn(`segments=${encodeURIComponent(spelling)}`), spelling).toEqual([café]);
      expect((await world.phone(`GET /app/v1/content/${café}?appVersion=3.4.0&segments=${encodeURIComponent(spelling)}`)).status).toBe(200);
    }
    for (const spelling of ['KlubVIP', 'klub vip', 'Cafe', ',, ,\u200b'])
      expect(await idsIn(`segments=${encodeURIComponent(spelling)}`)).toEqual([]);
  });
  test('a tab gets its own banners and items without a tab; the start tab omits items hidden there', { tags: ['D-36'] }, async () => {
    const facts = { contentType: 'banner' as const };
    const [start, coupons] = [await anItem({ ...facts, tab: 'start' }), await anItem({ ...facts, tab: 'coupons' })];
    const [none, hidden] = [await anItem({}), await anItem({ ...facts, tab: 'start', hiddenOnStart: true })];
    const on = async (query: string): Promise<Set<string>> => new Set(await seen(query));
    expect(await on('tab=start')).toEqual(new Set([start, none]));
    expect(await on('tab=coupons')).toEqual(new Set([coupons, none]));
    expect(await on('tab=loyalty')).toEqual(new Set([none]));
    expect(await on('')).toEqual(new Set([start, coupons, none, hidden]));
  });
  test('A-103, order: pinned first, then the newest publication, then by id; drafts and deleted items never', async () => {
    const old = await anItem({ publicationStart: '2026-01-01' });
    const young = await anItem({ publicationStart: '2026-02-01' });
    const pinned = await anItem({ pinned: true, publicationStart: '2025-01-01' });
    await anItem({ publicationStart: '2099-01-01' });
    await anItem({ publicationEnd: '2025-01-01' });
    await anItem({ deletedAt: new Date() });
    expect(await seen()).toEqual([pinned, young, old]);
  });
  test(
    'nothing editorial leaves: no name, lists, segments, version or history; references are URLs; clickable is included',
    { tags: ['A-90'] },
    async () => {
      await anItem({ includeStores: [store], segments: [], validityStart: '2099-01-01' });
      await seen();
      const [item] = (await ask('')).body.items;
      for (const inner of [
        'name',
        'includeStores',
        'excludeStores',
        'includeStoreType',
        'segments',
        'version',
        'revision',
        'createdBy',
        'updatedBy',
        'clickableWhenFuture',
      ])
        expect(Object.keys(item ?? {})).not.toContain(inner);
      expect(item).toMatchObject({
        title: 'Gazetka',
        prevImage: `${world.world.config.ENDCAP_APP_URL}/images/${'a'.repeat(32)}.png`,
        clickable: false,
      });
    },
  );
  test('returns a single item to viewers who may see it, and 404 to others', { tags: ['APP-13'] }, async () => {
    const id = await anItem({ includeStoreType: '', includeStores: [store] });
    await world.appApp.refresh();
    expect((await world.phone(`GET /app/v1/content/${id}?appVersion=3.4.0&storeId=${store}`)).body).toMatchObject({ _id: id });
    for (const path of [`${id}?appVersion=3.4.0&storeId=${other}`, `${id}?appVersion=3.4.0`, 'nosuchitem?appVersion=3.4.0'])
      expect((await world.phone(`GET /app/v1/content/${path}`)).status).toBe(404);
  });
});

describe('time and caching', () => {
  test('includes both ends of a publication, and does not cache responses beyond nextChangeAt', { tags: ['C19'] }, async () => {
    const start = new Date(Date.now() + 3_600_000);
    const end = new Date(start.getTime() + 60_000);
    const id = await anItem({ publicationStart: start.toISOString(), publicationEnd: end.toISOString() });
    expect(await seen()).toEqual([]);
    const before = await ask('');
    expect(before.body.nextChangeAt).toBe(start.toISOString());
    expect(before.headers['cache-control']).toBe('public, max-age=30');
    const at = async (instant: number): Promise<{ ids: string[]; maxAge: number }> => {
      world.clock.stoppedAt = instant;
      const { body, headers } = await ask('');
      return {
        ids: body.items.map(({ _id }) => _id),
        maxAge: Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1]),
      };
    };
    const soon = await at(start.getTime() - 2_000);
    expect([soon.ids, soon.maxAge <= 2]).toEqual([[], true]);
    expect((await at(start.getTime())).ids).toEqual([id]);
    expect((await at(end.getTime() - 500)).ids).toEqual([id]);
    expect((await at(end.getTime() + 1)).ids).toEqual([]);
  });
  test('returns a strong ETag, 304 for a matching one, and the same content in every encoding', async () => {
    await anItem({ description: 'x'.repeat(2_000) });
    await seen();
    const plain = await ask('', { 'accept-encoding': 'identity' });
    const tag = String(plain.headers['etag']);
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    const raw = (encoding: string) =>
      world.appApp.inject({ url: '/app/v1/content?appVersion=3.4.0', headers: { 'accept-encoding': encoding } });
    const text = JSON.stringify(plain.body);
    const [gzip, br] = [await raw('gzip, deflate'), await raw('gzip, br')];
    expect([gzip.headers['content-encoding'], gzip.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(br.headers['content-encoding']).toBe('br');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(text);
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text);
    expect(br.rawPayload.length).toBeLessThan(gzip.rawPayload.length);
    for (const encoding of ['br;q=0, gzip;q=0', 'identity']) expect((await raw(encoding)).headers['content-encoding']).toBeUndefined();
    const again = await ask('', { 'if-none-match': `"x", ${tag}` });
    expect([again.status, again.body]).toEqual([304, '']);
    expect((await ask('', { 'if-none-match': '"x"' })).status).toBe(200);
  });
  test('every process picks up a save, a deleted store and a changed group by itself', async () => {
    const group = await aGroup(world.db, 'Ruchoma', []);
    const id = await anItem({ includeStoreType: '', includeStoreGroups: [group] });
    expect(await seen(`storeId=${store}`)).toEqual([]);
    await world.staff(`PATCH /api/v1/store-group/${group}`, { token: admin, body: { includeStores: [store] } });
    await expect.poll(() => idsIn(`storeId=${store}`)).toEqual([id]);
    await world.staff(`DELETE /api/v1/store-group/${group}`, { token: admin });
    await expect.poll(() => idsIn(`storeId=${store}`)).toEqual([]);
  });
  test('serves the cached feed while reading from the database fails', async () => {
    const id = await anItem();
    expect(await seen()).toEqual([id]);
    await world.db.schema.alterTable('content_change').renameTo('content_gone').execute();
    expect(await seen()).toEqual([id]);
    await world.appApp.refresh();
    expect((await Promise.all(Array.from({ length: 20 }, () => ask('')))).map(({ status }) => status)).toEqual(Array(20).fill(200));
    await world.db.schema.alterTable('content_gone').renameTo('content_change').execute();
    expect(await seen()).toEqual([id]);
  });
});

describe('repeated requests over a real connection', () => {
  const over = async (path: string, headers: Record<string, string> = {}) => {
    const address = world.appApp.server.address();
    const answer = await fetch(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}${path}`, { headers });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  };
  beforeAll(() => world.appApp.listen({ port: 0, host: '127.0.0.1' }));
  const path = '/app/v1/content?appVersion=3.4.0';

  test(
    'the answer of the framework and the one without it are the same, headers and all; also as 304',
    { tags: ['P07', 'H14'] },
    async () => {
      await anItem({ title: 'Pierwsza' });
      await world.appApp.refresh();
      for (const encoding of ['br', 'gzip', 'identity']) {
        const first = await over(path, { 'accept-encoding': encoding });
        for (let n = 0; n < 5; n++) {
          const {
            'content-length': _,
            date: __,
            'cache-control': ___,
            'content-encoding': ____,
            ...again
          } = (await over(path, { 'accept-encoding': encoding })).headers;
          expect(first.headers).toMatchObject(again);
          expect(Object.keys(again).toSorted()).toEqual(
            Object.keys(first.headers)
              .filter((name) => !['content-length', 'content-encoding', 'date', 'cache-control'].includes(name))
              .toSorted(),
          );
        }
        expect((await over(path, { 'accept-encoding': encoding })).text).toBe(first.text);
        const tag = String(first.headers['etag']);
        for (const named of [tag, `"x", ${tag}`, `W/${tag}`, '*'])
          expect(await over(path, { 'accept-encoding': encoding, 'if-none-match': named })).toMatchObject({ status: 304, text: '' });
        expect((await over(path, { 'accept-encoding': encoding, 'if-none-match': '"x"' })).status).toBe(200);
      }
    },
  );
  test(
    'public JSON carries of the headers that protect those that mean something there, and no other',
    { tags: ['17.3', 'H14'] },
    async () => {
      await anItem({});
      await world.appApp.refresh();
      const sent = (answer: Awaited<ReturnType<typeof over>>): string[] =>
        Object.keys(answer.headers).filter((name) => !['connection', 'date', 'keep-alive', 'transfer-encoding'].includes(name));
      const always = ['cache-control', 'etag', 'strict-transport-security', 'vary', 'x-content-type-options'];
      const whole = [...always, 'content-encoding', 'content-length', 'content-type'].toSorted();
      for (let n = 0; n < 2; n++) {
        const answer = await over(path, { 'accept-encoding': 'gzip' });
        expect(sent(answer).toSorted()).toEqual(whole);
        expect(sent(await over(path, { 'accept-encoding': 'gzip', 'if-none-match': String(answer.headers['etag']) })).toSorted()).toEqual(
          always,
        );
      }
      expect(Object.keys((await over('/app/v1/content')).headers)).toContain('content-security-policy');
    },
  );
  test(
    'accepts as many segments in one feed request as a device may register, and rejects more',
    { tags: ['APP-01', 'APP-05'] },
    async () => {
      const names = Array.from({ length: 500 }, (_, n) => `Żabka nr ${n}`);
      const device = { installId: 'in-many-segments', platform: 'android', appVersion: '3.4.0', segments: names };
      expect((await world.phone('POST /app/v1/devices', { body: device })).status).toBe(201);
      const theirs = await anItem({ contentType: 'banner', segments: ['Żabka nr 499'] });
      await world.appApp.refresh();
      const asked = async (segments: string) =>
        over(`/app/v1/content?${new URLSearchParams({ appVersion: '3.4.0', segments }).toString()}`);
      for (let n = 0; n < 2; n += 1) {
        const { status, text } = await asked(names.join(','));
        expect([status, AppFeed.parse(JSON.parse(text)).items.map(({ _id }) => _id)]).toEqual([200, [theirs]]);
      }
      expect((await asked('x'.repeat(8_000))).status).toBe(200);
      const fieldsOf = async (segments: string) => (JSON.parse((await asked(segments)).text) as { error: { fields: object } }).error.fields;
      expect(await fieldsOf('x'.repeat(8_001))).toEqual({ segments: ['tooLong'] });
      expect(await fieldsOf([...names, 'Jeszcze jeden'].join(','))).toEqual({ segments: ['tooMany'] });
    },
  );
  test('the feed changes with a save, and to the millisecond with the end of a publication', async () => {
    const titles = async (): Promise<string[]> =>
      AppFeed.parse(JSON.parse((await over(path)).text)).items.map(({ title }) => String(title));
    const end = Date.now() + 600_000;
    await anItem({ title: 'Druga', publicationEnd: new Date(end).toISOString() });
    await world.appApp.refresh();
    expect([await titles(), await titles()]).toEqual([['Druga'], ['Druga']]);
    await anItem({ title: 'Trzecia', pinned: true });
    await expect.poll(titles, { interval: 20 }).toEqual(['Trzecia', 'Druga']);
    world.clock.stoppedAt = end;
    expect(await titles()).toEqual(['Trzecia', 'Druga']);
    world.clock.stoppedAt = end + 1;
    expect(await titles()).toEqual(['Trzecia']);
    world.clock.stoppedAt = null;
  });
});
