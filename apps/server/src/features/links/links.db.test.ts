import { type LinkCheck, linkRoutes } from '@endcap/contract/links';
import { deepLink } from '@endcap/contract/deep-links';
import { contentRoutes } from '@endcap/contract/content';
import { emptySettings } from '@endcap/contract/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { aContent, aGroup, aNotification, aStore, phones } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { pdfWith } from '../../../test/pdf.ts';

const DAY = 86_400_000;
let world: FreshWorld;
let admin: string;
let scheme: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  scheme = world.world.config.ENDCAP_APP_SCHEME;
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const table of ['device_subscription', 'device', 'content', 'popup', 'notification_quota'])
    await sql`delete from ${sql.table(table)}`.execute(world.db);
  // Counts of phones are cached for a minute by their query, so each test uses other segments.
});
const now = Date.now();
const days = (n: number): string => new Date(now + n * DAY).toISOString();
const push = async (body: Partial<z.input<typeof linkRoutes.checkSent.body>>, token = admin): Promise<LinkCheck> => {
  const answer = await world.staff(linkRoutes.checkSent, { token, body: { url: '', validUntil: days(10), ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.link as LinkCheck;
};
const shown = async (body: Partial<z.input<typeof linkRoutes.check.body>>): Promise<LinkCheck[]> => {
  const has = { stores: true, segments: true, version: true, dates: true };
  return (await world.staff(linkRoutes.check, { token: admin, body: { urls: [], has, ...body } })).body;
};

test('a link check accepts instants with an offset and without seconds, as every other call does', { tags: ['E-2B'] }, async () => {
  const url = deepLink(scheme, await aContent(world.db, { validityStart: days(-9), validityEnd: days(99) }));
  const rule = { includeStoreType: 'all' as const };
  const withOffset = (n: number): string => days(n).replace(/:\d\d\.\d{3}Z$/, '+00:00');
  await push({ url, ...rule, startsAt: withOffset(1), validUntil: withOffset(10) });
  const body = { urls: [url], ...rule, has: { stores: true, segments: true, version: true, dates: true } };
  for (const [from, until] of [
    [withOffset(1), withOffset(10)],
    [days(1).slice(0, 10), days(10).slice(0, 10)],
    ['', null],
  ])
    expect((await world.staff(linkRoutes.check, { token: admin, body: { ...body, from, until } })).status).toBe(200);
  expect(await world.staff('POST /api/v1/links/check', { token: admin, body: { ...body, from: 'jutro' } })).toMatchObject({
    status: 422,
    body: { error: { fields: { from: ['notDate'] } } },
  });
});

describe('a link is checked for its whole life', { tags: ['LINK-01'] }, () => {
  test(
    'recipients outside the stores of the item are counted and named; narrowing or widening leaves none of them',
    { tags: ['LINK-01', 'LINK-02'] },
    async () => {
      const [inside, outside] = [await aStore(world.db), await aStore(world.db, { name: 'Daleki', city: 'Gdańsk' })];
      await phones(world.db, { main: inside, count: 3 });
      await phones(world.db, { main: outside, count: 2 });
      const valid = { validityStart: days(-9), validityEnd: days(99) };
      const item = await aContent(world.db, { includeStoreType: '', includeStores: [inside], ...valid });
      const url = deepLink(scheme, item);
      const rule = { includeStoreType: '' as const, includeStores: [inside, outside] };
      const found = await push({ url, ...rule });
      expect(found).toMatchObject({
        whole: false,
        before: null,
        after: null,
        stores: { count: 1, named: [{ _id: outside, name: 'Daleki, Gdańsk' }] },
        devices: 5,
        unable: 2,
        mends: { narrow: { includeStoreType: '', includeStores: [inside] }, shorten: null },
      });
      expect(await push({ url, ...rule, ...found.mends.narrow })).toMatchObject({ whole: true, devices: 3, unable: 0 });
      const { tag = '', patch } = found.mends.widen ?? {};
      const wide = await world.staff(contentRoutes.change, {
        token: admin,
        params: { contentId: item },
        body: patch ?? {},
        headers: { 'if-match': tag },
      });
      expect(wide.status).toBe(200);
      expect(await push({ url, ...rule })).toMatchObject({
        whole: true,
        devices: 5,
        unable: 0,
        mends: { narrow: null, widen: null, shorten: null },
      });
    },
  );
  test('no item opens before its publication or after its end, which a shorter send mends', { tags: ['LINK-01', 'LINK-02'] }, async () => {
    await phones(world.db, {});
    const url = deepLink(scheme, await aContent(world.db, { publicationEnd: days(3) }));
    const late = await push({ url });
    expect(late).toMatchObject({
      whole: false,
      unable: 0,
      after: { from: days(3) },
      mends: { narrow: null, shorten: { until: days(3) } },
    });
    expect(Object.keys(late.mends.widen?.patch ?? {})).toEqual(['publicationEnd']);
    expect(await push({ url, validUntil: days(3) })).toMatchObject({ whole: true, after: null });
    const minuteLater = new Date(Date.parse(days(3)) + 60_000).toISOString();
    expect(await push({ url, validUntil: minuteLater })).toMatchObject({ whole: true, after: null });
    const twoLater = new Date(Date.parse(days(3)) + 120_000).toISOString();
    expect(await push({ url, validUntil: twoLater })).toMatchObject({ whole: false, after: { from: days(3) } });
    const early = await push({ url: deepLink(scheme, await aContent(world.db, { publicationStart: days(2) })) });
    // A send starts at once; its start cannot be postponed.
    expect(early).toMatchObject({ before: { until: days(2) }, mends: { shorten: null } });
    expect(Object.keys(early.mends.widen?.patch ?? {})).toEqual(['publicationStart']);
    expect(await push({ url: 'https://sklep.example' })).toBeNull();
    expect(await push({ url: deepLink(scheme, 'nosuchitem') })).toMatchObject({ gone: true, name: null, whole: false });
  });
  test(
    'subscribers of a chosen store who are customers of another one are counted; widening reaches them',
    { tags: ['LINK-01'] },
    async () => {
      const [chosen, other] = [await aStore(world.db), await aStore(world.db)];
      await phones(world.db, { main: other, subscribed: [chosen], count: 4 });
      const url = deepLink(scheme, await aContent(world.db, { includeStoreType: '', includeStores: [chosen] }));
      const found = await push({ url, includeStoreType: '', includeStores: [chosen] });
      expect(found).toMatchObject({ devices: 4, unable: 4, stores: { count: 0 }, mends: { narrow: null } });
      expect(found.mends.widen?.patch.includeStores?.toSorted()).toEqual([chosen, other].toSorted());
    },
  );
  test('the check returns the page and the pages of the pdf; an item without a pdf has none', { tags: ['LINK-01'] }, async () => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(pdfWith(['jeden', 'dwa', 'trzy']))], 'gazetka.pdf', { type: 'application/pdf' }));
    const request = new Request('http://x', { method: 'POST', body: form });
    const uploaded = await world.adminApp.inject({
      method: 'POST',
      url: '/api/v1/file-upload',
      headers: { authorization: `Bearer ${admin}`, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const { file } = uploaded.json<{ file: string }>();
    const leaflet = await aContent(world.db, { file });
    expect(await push({ url: deepLink(scheme, leaflet, 4) })).toMatchObject({ page: 4, pages: 3 });
    expect(await push({ url: deepLink(scheme, leaflet, 3) })).toMatchObject({ page: 3, pages: 3 });
    expect(await push({ url: deepLink(scheme, await aContent(world.db, {}), 2) })).toMatchObject({ page: 2, pages: null });
  });
  test(
    'links of a popup or a banner are checked by the segments and versions of existing phones, with mends',
    { tags: ['LINK-01', 'LINK-02'] },
    async () => {
      await phones(world.db, { count: 2 });
      await sql`update device set segments = '{linki}'`.execute(world.db);
      await phones(world.db, { count: 3 });
      const url = deepLink(scheme, await aContent(world.db, { segments: ['linki'], version: '>= 3.2.0' }));
      const [banner] = await shown({ urls: [url, url, 'https://sklep.example'] });
      // Every phone has 3.4.0, so the version excludes none.
      expect(banner).toMatchObject({
        whole: false,
        devices: 5,
        unable: 3,
        segments: ['linki'],
        versions: [],
        mends: { narrow: { segments: ['linki'] } },
      });
      // The version of the item already lets these phones in.
      expect(banner?.mends.widen?.patch).toEqual({ segments: [] });
      const [popup] = await shown({ urls: [url], has: { stores: false, segments: false, version: true, dates: false } });
      expect(popup?.mends).toMatchObject({ narrow: null, shorten: null });
      const late = deepLink(scheme, await aContent(world.db, { version: '>= 4.0.0', segments: ['wersje'] }));
      await sql`update device set segments = '{wersje}'`.execute(world.db);
      const [old] = await shown({ urls: [late], segments: ['wersje'] });
      expect(old).toMatchObject({ devices: 5, unable: 5, versions: ['3.4.0'], mends: { narrow: { version: '>= 4.0.0' } } });
    },
  );
  test('staff get the check of their own send, without changes to content', async () => {
    const staff = await world.person('link-staff', { storeId: await aStore(world.db) });
    const url = deepLink(scheme, await aContent(world.db, { publicationEnd: days(3) }));
    expect((await push({ url }, staff)).mends).toMatchObject({ narrow: null, widen: null, shorten: { until: days(3) } });
  });
});

test('lists the sources that link to an item, with audience and end, but none that have ended', { tags: ['LINK-03'] }, async () => {
  const [store, group] = [await aStore(world.db), await aGroup(world.db, 'Śląsk', [])];
  const item = await aContent(world.db, {});
  const [url, end] = [deepLink(scheme, item), days(5)];
  const banner = await aContent(world.db, { title: 'Baner', url: `${url}#2`, includeStoreGroups: [group], publicationEnd: end });
  await aContent(world.db, { title: 'Był', url, publicationStart: days(-9), publicationEnd: days(-1) });
  const call = (path: string, body: object) => world.staff(`POST /api/v1/${path}` as 'POST /', { token: admin, body });
  await call('popup-editor', { name: 'Zaproszenie', text: `[Zobacz](${url})`, version: '>= 3.2.0', repeat: 1 });
  await call('notification-editor', aNotification({ url, includeStoreType: '', includeStores: [store] }));
  await call('notification-editor', aNotification({ url, isTest: true }));
  await call('settings-editor', { ...emptySettings, hideClientCodeText: `[Kod](${url})` });
  const { body } = await world.staff(linkRoutes.leadingTo, { token: admin, params: { contentId: item } });
  expect(body.map(({ kind, name, source: { is, version, until } }) => [kind, name, is, version, until])).toEqual([
    ['notification', 'Promocja', 'sent', '', expect.any(String)],
    ['popup', 'Zaproszenie', 'shown', '>= 3.2.0', null],
    ['content', 'Baner', 'shown', '', end],
    ['settings', '', 'shown', '', null],
  ]);
  expect(body.find(({ id }) => id === banner)?.source).toMatchObject({ includeStoreGroups: [group] });
});
