import { once } from 'node:events';
import { createServer } from 'node:http';
import { contentFieldNames, contentRoutes, type ContentType, contentTypes, hasField } from '@endcap/contract/content';
import { sql } from 'kysely';
import sharp from 'sharp';
import { fileRoutes } from '@endcap/contract/files';
import { notificationRoutes } from '@endcap/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { aGroup, aNotification, aStore } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
let staff: string;
let image: string;
let store: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  store = await aStore(world.db);
  staff = await world.person('content-staff', { storeId: store });
  const bytes = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#1f6f4a' } })
    .png()
    .toBuffer();
  const payload = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  image = (await world.staff(fileRoutes.upload, { token: admin, payload, headers })).body.file;
  await sql`insert into segment (name) values ('Rodzina'), ('Seniorzy')`.execute(world.db);
  await sql`insert into promo_threshold (promo_id, id, threshold) values ('7', 't1', 49.99), ('8', 'other', 1)`.execute(world.db);
});
afterAll(() => world.close());

const path = '/api/v1/content-editor';
type Item = { _id: string; [field: string]: unknown };
type Answer = { status: number; body: never; headers: Record<string, unknown> };
const call = (
  request: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} ${string}`,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => world.staff(request, { token: admin, headers, ...(body !== undefined && { body }) });
const draft = (facts: Record<string, unknown> = {}) => ({
  contentType: 'leaflet',
  name: 'Gazetka',
  prevImage: image,
  validityStart: '2026-12-01T00:00:00Z',
  validityEnd: '2026-12-08T00:00:00Z',
  ...(facts['contentType'] === 'oneTimePromoCode' && {
    discountValue: '12,5',
    discountValueType: 'cash',
    minBasketValue: 50,
    discountType: 1,
  }),
  ...(facts['contentType'] === 'progressBar' && { datesInfoText: 'Do niedzieli' }),
  ...facts,
});
const create = async (facts: Record<string, unknown> = {}): Promise<Item> => {
  const { status, body } = await call(`POST ${path}`, draft(facts));
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Item;
};
const fieldsOf = ({ status, body }: Answer): unknown => (status === 422 ? problemIn({ body }).fields : status);

describe('create, read, change, delete', () => {
  test.each(contentTypes)(
    '%s with every field it has, read back and saved unchanged',
    {
      tags: [
        'API-CONT-06',
        'API-CONT-07',
        'API-CONT-09',
        'ENT-04',
        'ENT-05',
        'ENT-06',
        'ENT-07',
        'ENT-08',
        'ENT-09',
        'ENT-10',
        'ENT-11',
        'ENT-12',
        'ENT-13',
        'ENT-14',
        'CONT-FORM-16',
        'CONT-FORM-25',
      ],
    },
    async (type: ContentType) => {
      const group = await aGroup(world.db, 'G', [store]);
      const full: Record<string, unknown> = {
        contentType: type,
        name: 'Nazwa',
        title: 'Tytuł',
        navigationTab: 'flyers',
        navigationType: 'future',
        disabled: true,
        url: 'https://sklep.example/a',
        tab: 'actions',
        prevImage: image,
        file: image,
        progressBarEBonLvl1Image: image,
        progressBarEBonLvl2Image: image,
        progressBarEBonLvl3Image: image,
        description: '**opis**',
        progressBarInfoText: 'pasek',
        headerText: 'nagłówek',
        infoText: 'info',
        couponInstructionsText: 'instrukcja',
        pinned: true,
        hiddenOnStart: true,
        signatureHidden: true,
        clickableWhenFuture: true,
        version: '>1.6.0 || 1.5.x',
        segments: ['Rodzina'],
        promoThresholdId: 't1',
        promoThreshold: 49.99,
        discountValue: '12.50',
        discountValueType: 'percentage',
        minBasketValue: 999,
        discountType: 2,
        regulation1Name: 'R1',
        regulation1File: image,
        regulation2Name: 'R2',
        regulation2File: image,
        regulation3Name: 'R3',
        regulation3File: image,
        oneTimeCouponHeaderStep1: 'a',
        oneTimeCouponFooterStep1: 'b',
        oneTimeCouponHeaderStep2: 'c',
        oneTimeCouponFooterStep2: 'd',
        datesInfoText: 'daty',
        ean: 'MEGA 1',
        productEANs: ['0012', '5901234123457'],
        productGroup: 'nabiał',
        includeStoreType: 'super',
        publicationStart: '2026-11-01T10:00:00.000Z',
        publicationEnd: '2026-12-31T10:00:00.000Z',
        validityStart: '2026-11-02T10:00:00.000Z',
        validityEnd: '2026-12-30T10:00:00.000Z',
        includeStores: [store],
        excludeStores: [],
        includeStoreGroups: [group],
        excludeStoreGroups: [],
      };
      expect(Object.keys(full).toSorted()).toEqual([...contentFieldNames].toSorted());
      const item = await create(full);
      for (const field of contentFieldNames) {
        if (hasField(type, field)) expect([field, item[field]]).toEqual([field, full[field]]);
        else expect([null, [], false], field).toContainEqual(item[field]);
      }
      const { body, headers } = await call(`GET ${path}/${item._id}`);
      expect(body).toEqual(item);
      expect(await call(`PATCH ${path}/${item._id}`, body, { 'if-match': String(headers['etag']) })).toMatchObject({
        status: 200,
        body: item,
        headers: { etag: '"1"' },
      });
    },
  );

  test(
    'stores a printed EAN as digits, and rejects entries with no or several EANs by position and error code',
    { tags: ['E-20'] },
    async () => {
      const item = await create({
        contentType: 'promoCode',
        ean: '590 1234 123457',
        productEANs: ['590\u00a01234\u2012123457', '5901234123458'],
      });
      expect(item).toMatchObject({ ean: '5901234123457', productEANs: ['5901234123457', '5901234123458'] });
      const productEANs = ['5901234123457', '5,90123E+12', '590 1234 123458', '5901234123457 5900000000008'];
      expect(fieldsOf(await call(`PATCH ${path}/${item['_id']}`, { ean: '5,90123E+12', productEANs }))).toEqual({
        ean: ['shortenedNumber'],
        'productEANs.1': ['shortenedNumber'],
        'productEANs.2': ['doubtfulEan'],
        'productEANs.3': ['notEan'],
      });
    },
  );

  test(
    'validates a PATCH as part of the whole item, and clears fields that the new type does not have',
    { tags: ['CONT-VAL-33', 'A-115', 'A-96', 'C13'] },
    async () => {
      const coupon = await create({ contentType: 'oneTimePromoCode', segments: ['Rodzina'] });
      expect(fieldsOf(await call(`PATCH ${path}/${coupon._id}`, { discountValueType: 'percentage', discountValue: '120' }))).toEqual({
        discountValue: ['percentRange'],
      });
      expect(fieldsOf(await call(`PATCH ${path}/${coupon._id}`, { minBasketValue: null }))).toEqual({ minBasketValue: ['required'] });
      expect(fieldsOf(await call(`PATCH ${path}/${coupon._id}`, { publicationStart: '2026-12-02T00:00:00Z' }))).toEqual({
        validityStart: ['beforePublication'],
      });
      expect((await call(`PATCH ${path}/${coupon._id}`, { contentType: 'leaflet' })).body).toMatchObject({
        contentType: 'leaflet',
        discountValue: null,
        segments: [],
        minBasketValue: null,
      });
      expect(fieldsOf(await call(`PATCH ${path}/${coupon._id}`, { contentType: 'progressBar' }))).toEqual({ datesInfoText: ['required'] });
      const history = await world.db.selectFrom('history').where('entityId', '=', coupon._id).orderBy('seq').select('changes').execute();
      expect(history).toHaveLength(2);
      expect(history[1]?.changes).toMatchObject({
        contentType: ['oneTimePromoCode', 'leaflet'],
        discountValue: ['12.50', null],
        segments: [['Rodzina'], []],
      });
    },
  );

  test(
    'unknown references are refused; what was chosen before may stay when it is gone',
    { tags: ['C12', 'A-72', 'CONT-SEG-06'] },
    async () => {
      for (const field of ['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'])
        expect(fieldsOf(await call(`POST ${path}`, draft({ [field]: ['nosuchthing'] })))).toEqual({ [field]: ['unknown'] });
      expect(fieldsOf(await call(`POST ${path}`, draft({ contentType: 'banner', segments: ['Nikt'] })))).toEqual({ segments: ['unknown'] });
      const gone = await aStore(world.db);
      const item = await create({ contentType: 'banner', includeStoreType: '', includeStores: [gone, gone], segments: ['Seniorzy'] });
      expect(item).toMatchObject({ includeStores: [gone] });
      await call(`DELETE /api/v1/store-editor/${gone}`);
      await sql`update segment set deleted_at = now() where name = 'Seniorzy'`.execute(world.db);
      expect(
        (await call(`PATCH ${path}/${item._id}`, { title: 'x', includeStores: [gone, store], segments: ['Seniorzy', 'Rodzina'] })).status,
      ).toBe(200);
      await call(`PATCH ${path}/${item._id}`, { includeStores: [], segments: [] });
      expect(fieldsOf(await call(`PATCH ${path}/${item._id}`, { includeStores: [gone], segments: ['Seniorzy'] }))).toEqual({
        includeStores: ['unknown'],
        segments: ['unknown'],
      });
    },
  );

  test(
    'the number of the chosen threshold is copied and outlives it; only thresholds of promotion 7 can be chosen',
    { tags: ['A-79', 'CONT-THR-04', 'CONT-THR-06'] },
    async () => {
      const item = await create({ contentType: 'interKupon', promoThresholdId: 't1', promoThreshold: 7 });
      expect(item).toMatchObject({ promoThresholdId: 't1', promoThreshold: 49.99 });
      expect(fieldsOf(await call(`POST ${path}`, draft({ contentType: 'interKupon', promoThresholdId: 'other' })))).toEqual({
        promoThresholdId: ['unknown'],
      });
      await sql`update promo_threshold set deleted_at = now() where id = 't1'`.execute(world.db);
      expect((await call(`PATCH ${path}/${item._id}`, { title: 'x' })).body).toMatchObject({ promoThreshold: 49.99 });
      expect((await call(`PATCH ${path}/${item._id}`, { promoThresholdId: null })).body).toMatchObject({
        promoThresholdId: null,
        promoThreshold: null,
      });
    },
  );

  test('addresses in content are never fetched, however they are written', { tags: ['U25', 'U26', 'U27', 'U28', 'U30'] }, async () => {
    let asked = 0;
    const trap = createServer((_request, response) => {
      asked += 1;
      response.end('secret');
    }).listen(0, '127.0.0.1');
    await once(trap, 'listening');
    const port = portOf(trap);
    const hosts = ['127.0.0.1', 'localhost', '0', '0x7f.1', '2130706433', '127.1', '[::ffff:127.0.0.1]', 'user@127.0.0.1', '127.0.0.1\\@b'];
    for (const host of hosts) {
      const url = `http://${host}:${port}/x.png`;
      expect((await call(`POST ${path}`, draft({ prevImage: url }))).status).toBe(422);
      const video = await world.staff(contentRoutes.create, { token: admin, body: draft({ contentType: 'youtube', url }) });
      const banner = await world.staff(contentRoutes.create, {
        token: admin,
        body: draft({ contentType: 'banner', url, description: `[x](${url}) ![](${url})` }),
      });
      for (const { status, body } of [video, banner])
        if (status === 201) {
          await call(`GET ${path}/${body._id}/availability`);
          await world.phone(`GET /app/v1/content/${body._id}?appVersion=3.4.0`);
        }
      expect((await world.phone('GET /app/v1/content?appVersion=3.4.0')).status).toBe(200);
    }
    // Requests of the server would have arrived before ours, so a count of one means that it made none.
    await fetch(`http://127.0.0.1:${port}/ours`);
    expect(asked).toBe(1);
    trap.close();
  });
  test('a reference whose bytes are not there is refused', { tags: ['C03'] }, async () =>
    expect(fieldsOf(await call(`POST ${path}`, draft({ prevImage: `cloudinary:${'0'.repeat(32)}.png` })))).toEqual({
      prevImage: ['unknown'],
    }),
  );

  test('tags as for every entity; of ten at once with one tag one wins', { tags: ['C21', 'F55', 'A-106'] }, async () => {
    const item = await create();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => call(`PATCH ${path}/${item._id}`, { title: `t${n}` }, { 'if-match': '"1"' })),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.find(({ status }) => status === 412)).toMatchObject({
      headers: { etag: '"2"' },
      body: { error: { current: { _id: item._id, version: '>= 3.2.0' } } },
    });
  });

  test('deleted once, 404 after; the question names the notifications that lead to it', { tags: ['API-CONT-08', 'C22'] }, async () => {
    const item = await create();
    const leading = aNotification({ url: `endcap://${item._id}#2`, isTest: true, title: 'Prowadzi tu' });
    const { body } = await world.staff(notificationRoutes.send, { token: admin, body: leading });
    expect((await call(`GET ${path}/${item._id}/usage`)).body).toEqual([
      { kind: 'notification', count: 1, items: [{ id: body._id, name: 'Prowadzi tu' }] },
    ]);
    // A send cancelled before any phone got it does not count as usage.
    const other = await create();
    const { body: cancelled } = await world.staff(notificationRoutes.send, {
      token: admin,
      body: aNotification({ url: `endcap://${other._id}`, isTest: true }),
    });
    await world.staff(notificationRoutes.cancel, { token: admin, params: { notificationId: cancelled._id }, query: { of: 'send' } });
    expect((await call(`GET ${path}/${other._id}/usage`)).body).toEqual([]);
    const results = await Promise.all([call(`DELETE ${path}/${item._id}`), call(`DELETE ${path}/${item._id}`)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect((await call(`GET ${path}/${item._id}`)).status).toBe(404);
  });
});

describe('lists', () => {
  beforeEach(() => world.db.updateTable('content').set({ deletedAt: new Date() }).execute());
  const listed = async (query: string) =>
    (await world.staff(contentRoutes.list, { token: admin, query: Object.fromEntries(new URLSearchParams(query)) })).body;
  const names = async (query: string): Promise<unknown[]> => (await listed(query)).items.map(({ name }) => name);

  test(
    'type, state, title or name, order, and items without a date last',
    {
      tags: [
        'API-CONT-01',
        'API-CONT-02',
        'API-CONT-03',
        'API-CONT-04',
        'API-CONT-05',
        'API-CONT-16',
        'A-20',
        'A-22',
        'CONT-LIST-09',
        'CONT-LIST-21',
      ],
    },
    async () => {
      await create({ name: 'Ćma', title: 'Żarówki', publicationStart: '2026-01-01T00:00:00Z', publicationEnd: '2086-01-01T00:00:00Z' });
      await create({
        name: 'Cebula',
        publicationStart: '2085-01-01T00:00:00Z',
        validityStart: '2085-02-01T00:00:00Z',
        validityEnd: '2085-03-01T00:00:00Z',
      });
      await create({ name: 'Dynia', contentType: 'banner' });
      expect(await names('')).toEqual(['Cebula', 'Ćma', 'Dynia']);
      expect(await names('sortField=publicationStart')).toEqual(['Ćma', 'Cebula', 'Dynia']);
      expect(await names('sortField=name')).toEqual(['Cebula', 'Ćma', 'Dynia']);
      expect(await names('sortField=-name')).toEqual(['Dynia', 'Ćma', 'Cebula']);
      expect(await names('sortField=-publicationEnd')).toHaveLength(3);
      expect(await names('contentType=banner')).toEqual(['Dynia']);
      expect(await names('published=true')).toEqual(['Ćma', 'Dynia']);
      expect(await names('published=false')).toEqual(['Cebula']);
      expect(await names('name=ZAROWKI')).toEqual(['Ćma']);
      expect(await names('name=cma&contentType=leaflet&published=true')).toEqual(['Ćma']);
      expect((await call(`GET ${path}`)).body).toMatchObject({ total: 3, pageSize: 20 });
    },
  );
  test('a remembered total is exact: every making, renaming and deleting is in the next answer, each filter has its own', async () => {
    const total = async (query = ''): Promise<number> => (await listed(query)).total;
    const counts = async () => [await total(), await total('contentType=banner'), await total('name=kawa'), await total('published=true')];
    expect(await counts()).toEqual([0, 0, 0, 0]);
    const item = await create({ name: 'Kawa' });
    expect(await counts()).toEqual([1, 0, 1, 1]);
    await create({ name: 'Herbata', contentType: 'banner' });
    expect(await counts()).toEqual([2, 1, 1, 2]);
    await call(`PATCH ${path}/${item._id}`, { name: 'Kakao' });
    expect(await counts()).toEqual([2, 1, 0, 2]);
    await call(`DELETE ${path}/${item._id}`);
    expect(await counts()).toEqual([1, 1, 0, 1]);
  });
  test('the filter ends=thisWeek follows the start of a new week without a save', async () => {
    onTestFinished(() => void (world.clock.stoppedAt = null));
    const endsThisWeek = (instant: string) => {
      world.clock.stoppedAt = Date.parse(instant);
      return names('ends=thisWeek');
    };
    // 8 March 2088 is a Monday.
    await create({
      name: 'Do środy',
      publicationStart: '2088-03-01T10:00:00Z',
      publicationEnd: '2088-03-10T10:00:00Z',
      validityStart: '2088-03-01T10:00:00Z',
      validityEnd: '2088-03-10T10:00:00Z',
    });
    expect(await endsThisWeek('2088-03-07T22:59:59Z')).toEqual([]);
    expect(await endsThisWeek('2088-03-07T23:00:00Z')).toEqual(['Do środy']);
  });
  test('the filter ends=thisWeek lists what ends with Sunday, until it has ended', { tags: ['E-61'] }, async () => {
    onTestFinished(() => void (world.clock.stoppedAt = null));
    const endsThisWeek = (instant: string) => {
      world.clock.stoppedAt = Date.parse(instant);
      return names('ends=thisWeek');
    };
    // Monday, 15 March 2088, 00:00 in Warsaw.
    const midnight = '2088-03-14T23:00:00.000Z';
    const start = '2088-03-01T10:00:00Z';
    const dates = { publicationStart: start, validityStart: start, publicationEnd: midnight, validityEnd: midnight };
    await create({ name: 'Do niedzieli', ...dates });
    expect(await endsThisWeek('2088-03-12T10:00:00Z')).toEqual(['Do niedzieli']);
    expect(await endsThisWeek(midnight)).toEqual([]);
  });
  test('orders and filters of our own list only', { tags: ['Q03', 'Q08', 'Q09', 'API-GEN-06'] }, async () => {
    for (const query of ['sortField=name;select pg_sleep(5)', 'sortField=createdBy', 'sortField=_id', 'contentType=x', 'published=maybe'])
      expect([query, (await call(`GET ${path}/list?${encodeURI(query)}`)).status]).toEqual([query, 400]);
    expect((await call(`GET ${path}/list?createdBy=admin&filter[token][$gt]=`)).status).toBe(200);
  });
  test(
    'published, and published and valid, also for staff; both ends are inside',
    { tags: ['C19', 'API-CONT-10', 'API-CONT-11', 'API-CONT-15', 'A-76', 'ROLE-16'] },
    async () => {
      const start = new Date('2088-03-01T10:00:00Z');
      await create({
        name: 'Granica',
        publicationStart: start.toISOString(),
        publicationEnd: '2088-03-01T12:00:00Z',
        validityStart: '2088-03-01T11:00:00Z',
        validityEnd: '2088-03-01T12:00:00Z',
      });
      const at = async (instant: string, list: 'published' | 'valid'): Promise<unknown[]> => {
        world.clock.aheadMs = Date.parse(instant) - Date.now();
        const { body } = await world.staff(contentRoutes[list], { token: admin });
        return body.map(({ name }) => name);
      };
      // The clock moves while it is asked: the instants lie a little inside and outside.
      expect(await at('2088-03-01T09:59:55Z', 'published')).toEqual([]);
      expect(await at('2088-03-01T10:00:00Z', 'published')).toEqual(['Granica']);
      expect(await at('2088-03-01T10:00:00Z', 'valid')).toEqual([]);
      expect(await at('2088-03-01T11:00:00Z', 'valid')).toEqual(['Granica']);
      expect(await at('2088-03-01T12:00:01Z', 'published')).toEqual([]);
      world.clock.aheadMs = 0;
      expect((await world.staff(`GET ${path}/list/valid`, { token: staff })).status).toBe(200);
      for (const request of [`GET ${path}/list`, `GET ${path}/abc`, `POST ${path}`, `DELETE ${path}/abc`] as const)
        expect((await world.staff(request, { token: staff, ...(request.startsWith('POST') && { body: draft() }) })).status).toBe(403);
    },
  );
});
