import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { popupRoutes } from '@endcap/contract/popups';
import {
  createPhoneKit,
  NoAnswer,
  type PhoneFacts,
  type PhoneKit,
  type PhoneKitOptions,
  PhoneProblem,
  type PhoneStorage,
} from '@endcap/phone-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aContent, aNotification, aStore } from '../../apps/server/test/builders.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { portOf } from '../../apps/server/test/port-of.ts';

let world: FreshWorld;
let admin: string;
let baseUrl: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  await world.appApp.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${portOf(world.appApp.server)}`;
});
afterAll(() => world.close());

const facts: PhoneFacts = { platform: 'android', appVersion: '3.4.0', push: { kind: 'token', value: 'kit-token' }, locale: 'pl-PL' };
const viewer = { appVersion: '3.4.0' };

/** Simulates a phone: the app can be reopened with the same storage, the connection can fail, and calls are recorded. */
const aPhone = (options: Partial<PhoneKitOptions> = {}) => {
  const kept = new Map<string, string>();
  const storage: PhoneStorage = {
    getItem: async (key) => kept.get(key) ?? null,
    setItem: async (key, value) => void kept.set(key, value),
    removeItem: async (key) => void kept.delete(key),
  };
  const phone = {
    /** `lost`: requests reach the server, but answers do not reach the phone. */
    connection: 'good' as 'good' | 'none' | 'lost',
    calls: [] as string[],
    kept,
    due: [] as (() => void)[],
    open: (more: Partial<PhoneKitOptions> = {}) =>
      createPhoneKit({
        baseUrl,
        storage,
        appScheme: 'endcap://',
        later: (_, then) => void phone.due.push(then),
        fetch: async (input, init) => {
          if (phone.connection === 'none') throw new TypeError('no connection');
          const response = await fetch(input, init);
          if (phone.connection === 'lost') throw new TypeError('the answer was lost');
          phone.calls.push(`${init?.method} ${String(input).slice(`${baseUrl}/app/v1`.length)} ${response.status}`);
          return response;
        },
        ...options,
        ...more,
      }),
  };
  return phone;
};
/** Starts an app with a connection. */
const started = async () => {
  const phone = aPhone();
  const kit = phone.open();
  const { deviceId } = await kit.start(facts);
  return { phone, kit, deviceId };
};

/** Stores a notification that was delivered to a phone, as a worker leaves it. */
const sentTo = async (deviceId: string): Promise<string> => {
  const { _id: id } = (await world.staff(notificationRoutes.send, { token: admin, body: aNotification({ isTest: true }) })).body;
  await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
    select ${id}, 0, seq, seq, array[seq], decode('01', 'hex'), 0, 1 from device where id = ${deviceId}`.execute(world.db);
  await sql`update device set is_tester = true where id = ${deviceId}`.execute(world.db);
  return id;
};
const receiptOf = (notificationId: string) =>
  world.db.selectFrom('notificationReceipt').where('notificationId', '=', notificationId).selectAll().execute();

describe('the phone kit against the app API', { tags: ['KIT-01'] }, () => {
  test('a phone registers once, sends changed facts on later starts, and is deleted on phone and server by forget()', async () => {
    const { phone, kit, deviceId } = await started();
    expect(phone.calls[0]).toBe('POST /devices 201');
    const again = phone.open();
    expect(await again.start({ ...facts, appVersion: '3.5.0' })).toMatchObject({ deviceId, appVersion: '3.5.0', push: { kind: 'token' } });
    expect(await again.start({ ...facts, appVersion: '3.5.0' })).toMatchObject({ deviceId });
    expect(phone.calls.filter((call) => !call.startsWith('GET'))).toEqual(['POST /devices 201', 'PATCH /devices/me 200']);
    await kit.forget();
    expect([phone.kept.size, await kit.isRegistered()]).toEqual([0, false]);
    await expect(kit.me()).rejects.toBeInstanceOf(PhoneProblem);
    expect(await world.db.selectFrom('device').where('id', '=', deviceId).where('secretHash', 'is not', null).execute()).toEqual([]);
  });

  test('a start keeps facts that it does not name, and sends no update if only the locale differs', async () => {
    const phone = aPhone();
    const kit = phone.open();
    const bare: PhoneFacts = { platform: 'android', appVersion: '3.4.0', locale: 'pl-PL' };
    await kit.start(bare);
    await kit.change({ push: { kind: 'token', value: 'kit-later' } });
    expect(await phone.open().start(bare)).toMatchObject({ push: { kind: 'token' } });
    expect(await phone.open().start({ ...bare, locale: 'en-GB' })).toMatchObject({ push: { kind: 'token' } });
    expect(phone.calls.filter((call) => call.startsWith('PATCH'))).toHaveLength(1);
    expect(await kit.start({ ...bare, push: null })).toMatchObject({ push: null });
  });

  test('a phone with a new push address or app version keeps its stores, segments and user', { tags: ['E-01'] }, async () => {
    const [main, other] = [await aStore(world.db), await aStore(world.db)];
    const { phone, kit } = await started();
    await kit.change({ mainStoreId: main, notificationStoreIds: [main, other], segments: ['vip'], userId: 'anna' });
    const kept = { mainStoreId: main, notificationStoreIds: [main, other].toSorted(), segments: ['vip'], userId: 'anna' };
    expect(await kit.change({ push: { kind: 'token', value: 'kit-refreshed' } })).toMatchObject(kept);
    const updated = phone.open();
    expect(await updated.start({ ...facts, push: { kind: 'token', value: 'kit-updated' }, appVersion: '3.5.0' })).toMatchObject({
      ...kept,
      appVersion: '3.5.0',
    });
    expect(await updated.change({})).toMatchObject(kept);
    expect(await updated.change({ notificationStoreIds: [] })).toMatchObject({ ...kept, notificationStoreIds: [] });
  });

  test('a registration is repeated if its answer was lost, and concurrent starts register only once', async () => {
    const phone = aPhone();
    const kit = phone.open();
    phone.connection = 'lost';
    await expect(kit.start(facts)).rejects.toBeInstanceOf(NoAnswer);
    phone.connection = 'good';
    const [one, other] = await Promise.all([kit.start(facts), kit.start(facts)]);
    expect(one.deviceId).toBe(other.deviceId);
    expect(phone.calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /devices 201']);
  });

  test('a phone that the server has deleted registers again, without a user until the next start', async () => {
    const { phone, kit, deviceId } = await started();
    await kit.change({ appVersion: '3.6.0', userId: 'anna', segments: ['vip'] });
    await world.db.deleteFrom('device').where('id', '=', deviceId).execute();
    const { value } = await kit.me();
    expect(value.deviceId).not.toBe(deviceId);
    expect(value).toMatchObject({ appVersion: '3.6.0', push: { kind: 'token' }, userId: null, segments: [] });
    expect(phone.calls.slice(-3)).toEqual(['GET /devices/me 401', 'POST /devices 201', 'GET /devices/me 200']);
    expect(await phone.open().start({ ...facts, appVersion: '3.6.0', userId: 'anna' })).toMatchObject({ userId: 'anna' });
  });

  test(
    'a phone stays registered after a 401 that does not come from the app API, with user, segments and stores',
    { tags: ['E-11'] },
    async () => {
      const main = await aStore(world.db);
      const refusals = [
        new Response('<h1>401 Authorization Required</h1>', { status: 401, headers: { 'content-type': 'text/html' } }),
        new Response(null, { status: 401 }),
        Response.json({ message: 'Unauthorized' }, { status: 401 }),
        Response.json({ error: 'unauthorized' }, { status: 401 }),
        Response.json({ error: { code: 401, status: 'UNAUTHENTICATED' } }, { status: 401 }),
        Response.json({ error: { code: 'token_expired' } }, { status: 401 }),
      ];
      let onTheWay: Response | undefined;
      const phone = aPhone({
        fetch: async (input, init) => {
          const answer = onTheWay;
          onTheWay = undefined;
          return answer ?? fetch(input, init);
        },
      });
      const kit = phone.open();
      const { deviceId } = await kit.start(facts);
      await kit.change({ mainStoreId: main, notificationStoreIds: [main], segments: ['vip'], userId: 'anna' });
      const registration = phone.kept.get('endcap.device');
      for (const refusal of refusals) {
        onTheWay = refusal;
        await kit.change({ appVersion: '3.9.0' }).catch(() => {});
        expect(phone.kept.get('endcap.device')).toBe(registration);
      }
      expect(await kit.start({ ...facts, segments: ['vip'], userId: 'anna' })).toMatchObject({
        deviceId,
        mainStoreId: main,
        notificationStoreIds: [main],
        segments: ['vip'],
        userId: 'anna',
      });
    },
  );

  test('a refusal that does not come from the app API removes no receipts, copies or registration', { tags: ['E-11'] }, async () => {
    let status = 200;
    const phone = aPhone({
      fetch: async (input, init) => (status === 200 ? fetch(input, init) : Response.json({ message: 'no' }, { status })),
    });
    const kit = phone.open();
    const { deviceId } = await kit.start(facts);
    const id = await sentTo(deviceId);
    const content = await aContent(world.db, { version: '>=8.0.0' });
    const newer = { appVersion: '8.0.0' };
    await expect.poll(async () => (await kit.item(content, newer))?.isOld).toBe(false);
    for (status of [401, 403, 404, 407, 451]) {
      await kit.delivered(id);
      await kit.flush();
      expect(await kit.untold(), String(status)).toBe(1);
      expect(await kit.item(content, newer), String(status)).toMatchObject({ isOld: true });
      await expect(kit.forget(), String(status)).rejects.toBeInstanceOf(NoAnswer);
    }
    status = 200;
    await kit.flush();
    expect([await kit.untold(), (await receiptOf(id)).length, await kit.isRegistered()]).toEqual([0, 1, true]);
  });

  test('calls onRenewed on every start until it has resent user, segments and stores', { tags: ['E-11'] }, async () => {
    const main = await aStore(world.db);
    const again = { mainStoreId: main, notificationStoreIds: [main], segments: ['vip'], userId: 'anna' };
    const phone = aPhone();
    // A background handler opens the kit without onRenewed.
    const background = phone.open();
    const { deviceId } = await background.start(facts);
    await world.db.deleteFrom('device').where('id', '=', deviceId).execute();
    expect((await background.me()).value).toMatchObject({ segments: [], userId: null });

    let tries = 0;
    const toldTwice = Promise.withResolvers<void>();
    let app: PhoneKit;
    const open = () =>
      phone.open({
        onRenewed: async () => {
          tries += 1;
          if (tries === 1) throw new Error('the app was closed meanwhile');
          await app.change(again);
          toldTwice.resolve();
        },
      });
    app = open();
    await app.start(facts);
    await expect.poll(() => tries).toBe(1);
    app = open();
    await app.start(facts);
    await toldTwice.promise;
    expect((await app.me()).value).toMatchObject(again);
    await expect.poll(() => phone.kept.get('endcap.device')).not.toContain('isRenewed');
    expect(await open().start(facts)).toMatchObject(again);
    expect(tries).toBe(2);
  });

  test('a start of a phone that the server has deleted registers it with the given user and segments', { tags: ['E-11'] }, async () => {
    const named: PhoneFacts = { ...facts, userId: 'anna', segments: ['vip'] };
    const phone = aPhone();
    const { deviceId } = await phone.open().start(named);
    await world.db.deleteFrom('device').where('id', '=', deviceId).execute();
    const device = await phone.open().start(named);
    expect(device.deviceId).not.toBe(deviceId);
    expect(device).toMatchObject({ userId: 'anna', segments: ['vip'] });
  });

  test('a hostile id from a push or link never calls another route', { tags: ['E-11'] }, async () => {
    const asked: string[] = [];
    const phone = aPhone({
      fetch: async (input, init) => {
        asked.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
    });
    const kit = phone.open();
    await kit.start(facts);
    asked.length = 0;
    const hostile = ['../devices/me/tester', '..', '.', '', '%2e%2e', '..\\..', 'a/../../content', 'a?b', 'a#b', 'ż '];
    for (const id of hostile) {
      await kit.delivered(id);
      await kit.opened(id);
      await kit.popupShown(id);
      await kit.flush();
      expect(await kit.item(id, viewer), id).toBeNull();
      await expect(kit.ask(id, 'Dzień dobry'), id).rejects.toThrow();
    }
    const ofOneId =
      /^\/app\/v1\/(notifications\/[^/]+\/(delivered|opened)|popups\/[^/]+\/shown|content\/[^/]+|assistant\/threads\/[^/]+\/messages)$/;
    expect(asked.filter((path) => !ofOneId.test(path))).toEqual([]);
    expect(asked.length).toBeGreaterThan(hostile.length * 2);
  });

  test('a report in flight during forget() does not register the phone again', async () => {
    const gone = Promise.withResolvers<void>();
    const calls: string[] = [];
    const phone = aPhone({
      fetch: async (input, init) => {
        if (String(input).endsWith('/delivered')) await gone.promise;
        const response = await fetch(input, init);
        calls.push(`${init?.method} ${response.status}`);
        if (init?.method === 'DELETE') gone.resolve();
        return response;
      },
    });
    const kit = phone.open();
    await kit.start(facts);
    await kit.delivered('neversent');
    await kit.forget();
    await kit.flush();
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual(['POST 201', 'DELETE 204', 'POST 401']);
    expect([phone.kept.size, await kit.isRegistered()]).toEqual([0, false]);
  });

  test('concurrent calls of a phone that the server has deleted register it only once', async () => {
    const again = Promise.withResolvers<void>();
    const calls: string[] = [];
    const kit = aPhone({
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const call = `${init?.method} ${response.status}`;
        if (call === 'GET 401' && String(input).endsWith('/notifications')) await again.promise;
        calls.push(call);
        return response;
      },
    }).open();
    const { deviceId } = await kit.start(facts);
    await world.db.deleteFrom('device').where('id', '=', deviceId).execute();
    const inbox = kit.inbox();
    const { value } = await kit.me();
    again.resolve();
    expect((await inbox).isOld).toBe(false);
    expect((await kit.me()).value.deviceId).toBe(value.deviceId);
    expect(calls.filter((call) => call === 'POST 201')).toHaveLength(2);
  });

  test('a phone whose storage cannot be read does not register again, and keeps its id once it can', async () => {
    const phone = aPhone();
    const { deviceId } = await phone.open().start(facts);
    let isLocked = true;
    const locked: PhoneStorage = {
      getItem: async (key) => {
        if (isLocked) throw new Error('the phone was not unlocked since it was switched on');
        return phone.kept.get(key) ?? null;
      },
      setItem: async (key, value) => void phone.kept.set(key, value),
      removeItem: async (key) => void phone.kept.delete(key),
    };
    const kit = aPhone({ storage: locked }).open();
    await expect(kit.start(facts)).rejects.toBeInstanceOf(NoAnswer);
    await expect(kit.me()).rejects.toBeInstanceOf(NoAnswer);
    expect((await kit.feed(viewer)).isOld).toBe(false);
    isLocked = false;
    expect(await kit.start(facts)).toMatchObject({ deviceId });
  });

  test('the feed uses its ETag, falls back to a copy of the same viewer offline, and fails without one', async () => {
    await aContent(world.db, { title: 'Gazetka kitu' });
    const { phone, kit } = await started();
    // A save appears in the app API within a second.
    await expect.poll(async () => (await kit.feed(viewer, 'start')).value.items.length).toBe(1);
    const first = await kit.feed(viewer, 'start');
    expect([first.isOld, first.value.items.map(({ title }) => title)]).toEqual([false, ['Gazetka kitu']]);
    expect(await kit.feed(viewer, 'start')).toMatchObject({ value: first.value, isOld: false });
    expect(phone.calls.at(-1)).toMatch(/^GET \/content\?.* 304$/);
    phone.connection = 'none';
    expect(await phone.open().feed({ ...viewer, segments: [] }, 'start')).toMatchObject({ value: first.value, isOld: true });
    await expect(kit.feed({ ...viewer, segments: ['vip'] }, 'start')).rejects.toBeInstanceOf(NoAnswer);
    phone.connection = 'good';
    await expect(kit.feed({ appVersion: 'nonsense' })).rejects.toMatchObject({ status: 422, fields: { appVersion: [expect.any(String)] } });
    const storeId = await aStore(world.db);
    const id = await aContent(world.db, { includeStoreType: '', includeStores: [storeId] });
    await expect.poll(async () => (await kit.item(id, { ...viewer, storeId }))?.value._id).toBe(id);
    expect(await kit.item(id, viewer)).toBeNull();
  });

  test('an item that the viewer no longer gets is not returned from an older copy', async () => {
    const id = await aContent(world.db, { title: 'Wycofana' });
    const { phone, kit } = await started();
    await expect.poll(async () => (await kit.item(id, viewer))?.value.title).toBe('Wycofana');
    await world.db.updateTable('content').set({ deletedAt: new Date() }).where('id', '=', id).execute();
    await expect.poll(() => kit.item(id, viewer)).toBeNull();
    phone.connection = 'none';
    await expect(kit.item(id, viewer)).rejects.toBeInstanceOf(NoAnswer);
  });

  test('the nearest stores are found for coordinates with any number of decimals', { tags: ['APP-08'] }, async () => {
    const storeId = await aStore(world.db, { latitude: 54.35, longitude: 18.65 });
    const { kit } = await started();
    const near = { latitude: 54.35000000000017, longitude: 18.65000000000051 };
    await expect.poll(async () => (await kit.stores({ near, limit: 1 })).value.items.map(({ _id }) => _id)).toEqual([storeId]);
  });

  test('an answer is returned if its copy does not fit; older copies are evicted; queries by place are not copied', async () => {
    const kept = new Map<string, string>();
    const copies = (): string => kept.get('endcap.copies') ?? '';
    let room = Number.POSITIVE_INFINITY;
    const storage: PhoneStorage = {
      getItem: async (key) => kept.get(key) ?? null,
      setItem: async (key, value) => {
        if (value.length > room) throw new DOMException('the quota has been exceeded', 'QuotaExceededError');
        kept.set(key, value);
      },
      removeItem: async (key) => void kept.delete(key),
    };
    const phone = aPhone({ storage });
    const kit = phone.open();
    const version = (n: number) => ({ appVersion: `3.${n}.0` });
    for (let n = 0; n < 8; n += 1) await kit.feed(version(n));
    // The storage has no more room than the copies use now.
    room = copies().length;
    expect(await kit.feed(version(8))).toMatchObject({ isOld: false });
    room = 0;
    const unkept = await kit.settings();
    expect(unkept.isOld).toBe(false);
    expect(await kit.feed(version(8))).toMatchObject({ isOld: false });
    room = Number.POSITIVE_INFINITY;
    const before = copies();
    expect(await kit.stores({ near: { latitude: 54.35, longitude: 18.65 } })).toMatchObject({ isOld: false });
    expect(copies()).toBe(before);
    phone.connection = 'none';
    for (const n of [8, 7, 6]) expect(await kit.feed(version(n))).toMatchObject({ isOld: true });
    for (const none of [kit.feed(version(0)), kit.settings(), kit.stores({ near: { latitude: 54.35, longitude: 18.65 } })])
      await expect(none).rejects.toBeInstanceOf(NoAnswer);
  });

  test('copies together stay below the size that Android can read from one entry, and the latest are kept', async () => {
    const kept = new Map<string, string>();
    const storage: PhoneStorage = {
      getItem: async (key) => {
        const value = kept.get(key) ?? null;
        if (value !== null && Buffer.byteLength(value) > 2_000_000) throw new Error('Row too big to fit into CursorWindow');
        return value;
      },
      setItem: async (key, value) => void kept.set(key, value),
      removeItem: async (key) => void kept.delete(key),
    };
    await aContent(world.db, { title: 'Długa', description: 'ż'.repeat(90_000), version: '>=7.0.0' });
    const phone = aPhone({ storage });
    const kit = phone.open();
    await expect.poll(async () => JSON.stringify((await kit.feed({ appVersion: '7.0.0' })).value).length).toBeGreaterThan(90_000);
    for (let n = 1; n < 14; n += 1) {
      await kit.feed({ appVersion: `7.${n}.0` });
      phone.connection = 'none';
      for (const known of [n, n - 1]) expect(await kit.feed({ appVersion: `7.${known}.0` })).toMatchObject({ isOld: true });
      phone.connection = 'good';
    }
  });

  test('receipts are retried until the server has them, also after an app restart, and stored once each', async () => {
    const { phone, kit, deviceId } = await started();
    const id = await sentTo(deviceId);
    phone.connection = 'none';
    await kit.delivered(id);
    await kit.opened(id);
    await kit.opened(id);
    await kit.flush();
    expect([await kit.untold(), await receiptOf(id)]).toEqual([2, []]);
    phone.connection = 'lost';
    await kit.flush();
    expect(await kit.untold()).toBe(2);
    phone.connection = 'good';
    const opened = phone.open();
    await opened.flush();
    expect(await opened.untold()).toBe(0);
    expect(await receiptOf(id)).toMatchObject([{ openedAt: expect.any(Date) }]);
    expect((await opened.inbox()).value.items.map(({ _id }) => _id)).toContain(id);
  });

  test('with a full storage pushes still work and receipts are sent at once; a receipt fails if it cannot be sent either', async () => {
    const { phone, deviceId } = await started();
    const id = await sentTo(deviceId);
    const full: PhoneStorage = {
      getItem: async (key) => phone.kept.get(key) ?? null,
      setItem: async () => {
        throw new DOMException('the quota has been exceeded', 'QuotaExceededError');
      },
      removeItem: async (key) => void phone.kept.delete(key),
    };
    const other = aPhone({ storage: full });
    const kit = other.open();
    expect(await kit.received({ notificationId: id })).toMatchObject({ do: 'show' });
    expect(await kit.received({ notificationId: id, action: 'takeBack', version: '2' })).toMatchObject({ do: 'remove' });
    await kit.delivered(id);
    expect((await receiptOf(id)).length).toBe(1);
    other.connection = 'none';
    await expect(kit.opened(id)).rejects.toThrow('quota');
  });

  test('a receipt queued while the clock of the phone was wrong is delivered', async () => {
    const { phone, deviceId } = await started();
    const id = await sentTo(deviceId);
    let clock = new Date('1970-01-01T00:01:00Z');
    const other = aPhone({ now: () => clock });
    for (const [key, value] of phone.kept) other.kept.set(key, value);
    const kit = other.open();
    other.connection = 'none';
    await kit.delivered(id);
    await kit.flush();
    [clock, other.connection] = [new Date(), 'good'];
    await kit.flush();
    expect([await kit.untold(), (await receiptOf(id)).length]).toEqual([0, 1]);
  });

  test('a receipt that the server rejects as unknown is retried six times and then dropped', async () => {
    const { phone, kit, deviceId } = await started();
    await kit.delivered('neversent');
    await kit.flush();
    expect(await kit.untold()).toBe(1);
    const id = await sentTo(deviceId);
    await kit.delivered(id);
    for (let n = 0; n < 6; n += 1) await kit.flush();
    expect([await kit.untold(), (await receiptOf(id)).length]).toEqual([0, 1]);
    expect(phone.calls.filter((call) => call.includes('neversent'))).toHaveLength(6);
    expect(phone.due.length).toBeGreaterThan(0);
  });

  test('popups that were shown offline are not shown again, and each showing counts once', async () => {
    const made = await world.staff(popupRoutes.create, {
      token: admin,
      body: { name: 'Kit', text: 'Dzień dobry', version: '', repeat: 2 },
    });
    const { phone, kit } = await started();
    await expect.poll(async () => (await kit.popups('3.4.0')).map(({ remaining }) => remaining)).toEqual([2]);
    phone.connection = 'none';
    await kit.popupShown(made.body._id);
    expect((await kit.popups('3.4.0')).map(({ remaining }) => remaining)).toEqual([1]);
    await kit.popupShown(made.body._id);
    expect(await kit.popups('3.4.0')).toEqual([]);
    phone.connection = 'lost';
    await kit.flush();
    phone.connection = 'good';
    await kit.flush();
    expect([await kit.untold(), await kit.popups('3.4.0')]).toEqual([0, []]);
  });

  test('a popup with a delivered showing is not shown again from an older copy', async () => {
    const { body } = await world.staff(popupRoutes.create, { token: admin, body: { name: 'Raz', text: 'Raz', version: '', repeat: 1 } });
    const { phone, kit } = await started();
    const toShow = async (app = kit) => (await app.popups('3.4.0')).map(({ _id }) => _id);
    await expect.poll(() => toShow()).toContain(body._id);
    await kit.popupShown(body._id);
    await kit.flush();
    expect([await kit.untold(), phone.calls.at(-1)]).toEqual([0, `POST /popups/${body._id}/shown 204`]);
    phone.connection = 'none';
    expect(await toShow(phone.open())).not.toContain(body._id);
  });

  test('a popup shown before the phone was registered is reported after the registration', async () => {
    const { body } = await world.staff(popupRoutes.create, {
      token: admin,
      body: { name: 'Zanim', text: 'Zanim', version: '', repeat: 1 },
    });
    const kit = aPhone().open();
    const toShow = async () => (await kit.popups('3.4.0')).map(({ _id }) => _id);
    await expect.poll(toShow).toContain(body._id);
    await kit.popupShown(body._id);
    await kit.flush();
    expect([await kit.untold(), await toShow()]).toEqual([1, expect.not.arrayContaining([body._id])]);
    await kit.start({ ...facts, push: null });
    await kit.flush();
    expect([await kit.untold(), await toShow()]).toEqual([0, expect.not.arrayContaining([body._id])]);
  });

  test(
    'received() returns whether to show, replace or remove a message, and ignores late and repeated changes',
    { tags: ['RECALL-01', 'RECALL-02'] },
    async () => {
      const { phone, kit } = await started();
      const change = (action: string, version: number) => ({
        notificationId: 'x',
        action,
        version: String(version),
        title: 'T',
        body: 'B',
      });
      expect(await kit.received({ notificationId: 'x' })).toEqual({ do: 'show', notificationId: 'x', tag: 'nx' });
      expect(await kit.received(change('correct', 3))).toMatchObject({
        do: 'replace',
        tag: 'nx',
        title: 'T',
        body: 'B',
        url: null,
        wasSeen: true,
      });
      for (const late of [change('correct', 2), change('correct', 3), change('unheardOf', 9), {}])
        expect(await kit.received(late)).toEqual({ do: 'nothing' });
      const again = phone.open();
      expect(await again.received(change('takeBack', 4))).toMatchObject({ do: 'remove', tag: 'nx' });
      expect(await again.received({ notificationId: 'x' })).toMatchObject({ do: 'remove' });
      expect(await again.received(change('correct', 3))).toEqual({ do: 'nothing' });
      // A phone that was offline gets only the correction, which replaces the missing message.
      expect(await again.received({ ...change('correct', 2), notificationId: 'y' })).toMatchObject({ do: 'replace', wasSeen: false });
    },
  );

  test('a removal that arrives together with its message and a receipt removes the message', { tags: ['RECALL-01'] }, async () => {
    const kit = aPhone().open();
    const takeBack = { notificationId: 'z', action: 'takeBack', version: '2' };
    const steps = await Promise.all([kit.received({ notificationId: 'z' }), kit.delivered('z'), kit.received(takeBack)]);
    expect(steps).toMatchObject([{ do: 'show' }, undefined, { do: 'remove' }]);
    expect(await kit.received({ notificationId: 'z' })).toMatchObject({ do: 'remove' });
  });

  test('the offline inbox omits messages that were removed since its copy', { tags: ['RECALL-01'] }, async () => {
    const { phone, kit, deviceId } = await started();
    const id = await sentTo(deviceId);
    expect((await kit.inbox()).value.items.map(({ _id }) => _id)).toContain(id);
    phone.connection = 'none';
    await kit.received({ notificationId: id, action: 'takeBack', version: '2' });
    expect(await kit.inbox()).toMatchObject({ isOld: true, value: { items: [] } });
  });

  test('destination() maps links to content, the web or nowhere', () => {
    const { destination } = aPhone().open();
    expect(destination('endcap://abc#3')).toEqual({ to: 'content', contentId: 'abc', page: 3 });
    expect(destination('https://sklep.pl/a')).toEqual({ to: 'web', url: 'https://sklep.pl/a' });
    for (const url of ['javascript:alert(1)', 'endcap://abc#0', '', null]) expect(destination(url), String(url)).toEqual({ to: 'nowhere' });
  });

  test('throws NoAnswer if the server is unavailable, busy or slow, and PhoneProblem if the app API refuses', async () => {
    const answer = (status: number, headers: Record<string, string> = {}) =>
      aPhone({ fetch: async () => new Response('{}', { status, headers }) })
        .open()
        .settings()
        .catch((error: unknown) => error);
    expect(await answer(503, { 'retry-after': '7' })).toMatchObject({ name: 'NoAnswer', retryAfter: 7 });
    expect(await answer(429)).toBeInstanceOf(NoAnswer);
    expect(await answer(418)).toBeInstanceOf(NoAnswer);
    const said = aPhone({ fetch: async () => Response.json({ error: { code: 'new_code' } }, { status: 418 }) }).open();
    await expect(said.settings()).rejects.toMatchObject({ name: 'PhoneProblem', status: 418, code: 'new_code' });
    const hangs = aPhone({
      timeoutMs: 1,
      fetch: (_, init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    });
    await expect(hangs.open().settings()).rejects.toBeInstanceOf(NoAnswer);
  });
});

test('the storage holds the secret of a phone only in the entry of its registration', { tags: ['KIT-01'] }, async () => {
  const { phone } = await started();
  const { secret } = JSON.parse(phone.kept.get('endcap.device') ?? '') as { secret: string };
  expect((await world.phone(deviceRoutes.me, { token: secret })).status).toBe(200);
  expect([...phone.kept.entries()].filter(([key, value]) => key !== 'endcap.device' && value.includes(secret))).toEqual([]);
});
