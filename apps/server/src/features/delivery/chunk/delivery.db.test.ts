import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { notificationRoutes } from '@endcap/contract/notifications';
import { deviceRoutes } from '@endcap/contract/devices';
import { beforeEach, describe, expect, test } from 'vitest';
import { aGroup, aStore, phones, secretOf, times } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { endings, isOver as finished } from '../../../../test/sending.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';

let world: FreshWorld;
let admin: string;
const errors: unknown[] = [];
const scene = sendingScene({ onError: (error) => errors.push(error) });
const { gateway, send, seenOf: detailsOf, until, work } = scene;
beforeEach(() => void ({ world, admin } = scene));

describe('delivery', () => {
  test(
    'every device has one outcome, dead tokens are counted and pruned, live ones never',
    { tags: ['NOTIF-PUSH-01', 'NOTIF-PUSH-02', 'NOTIF-PUSH-08', 'NOTIF-PUSH-13'] },
    async () => {
      const store = await aStore(world.db);
      const live = await phones(world.db, { main: store, subscribed: [store], count: 1_203 });
      const dead = await phones(world.db, { count: 40, prefix: 'dead' });
      await phones(world.db, { count: 10, push: false });
      work();
      const id = await send();
      const seen = await until(id, finished);
      expect(seen.details).toEqual({ successful: 1_203, remaining: 0, failed: 40, converted: 0 });
      expect(seen.failures).toEqual([{ reason: 'deadToken', count: 40 }]);
      expect(seen.notificationIds[0]).toMatch(/^projects\/endcap-sandbox\/messages\//);
      expect(await gateway.ledger(id)).toMatchObject({ devices: 1_203, sends: 1_203, visibleAtMost: 1, dead: 40 });
      expect(new Set(await gateway.addresses(id))).toEqual(new Set(live));
      const left = await world.db.selectFrom('device').select('pushValue').where('pushValue', 'in', dead).execute();
      expect(left).toEqual([]);
      expect(
        await world.db
          .selectFrom('device')
          .select(sql<number>`count(*)::int`.as('n'))
          .where('pushValue', 'is not', null)
          .executeTakeFirst(),
      ).toEqual({ n: 1_203 });
    },
  );
  test('a test send reaches only test phones, regardless of its audience', { tags: ['NOTIF-PUSH-07', 'Z12'] }, async () => {
    await phones(world.db, { count: 20 });
    const testers = await phones(world.db, { count: 3, tester: true });
    work();
    const id = await send({ isTest: true, includeStoreType: 'all' });
    expect((await until(id, finished)).details).toMatchObject({ successful: 3, failed: 0 });
    expect(new Set(await gateway.addresses(id))).toEqual(new Set(testers));
  });
  test("a store's send reaches its subscribers only", { tags: ['NOTIF-PUSH-06', 'ROLE-06'] }, async () => {
    const [store, other] = [await aStore(world.db), await aStore(world.db)];
    const subscribers = await phones(world.db, { subscribed: [store], count: 4 });
    await phones(world.db, { main: store, subscribed: [other], count: 5 });
    work();
    const id = await send({}, store);
    await until(id, finished);
    expect(new Set(await gateway.addresses(id))).toEqual(new Set(subscribers));
  });
  test('a real send to a group minus a store reaches exactly those phones', { tags: ['done-when', 'A-40'] }, async () => {
    const [one, two, outside] = [await aStore(world.db), await aStore(world.db), await aStore(world.db)];
    const group = await aGroup(world.db, 'G', [one, two]);
    const reached = [
      ...(await phones(world.db, { main: one, count: 3 })),
      ...(await phones(world.db, { subscribed: [one], main: outside, count: 2 })),
    ];
    await phones(world.db, { main: two, count: 4 });
    await phones(world.db, { main: outside, count: 5 });
    work();
    const id = await send({ includeStoreType: '', includeStoreGroups: [group], excludeStores: [two] });
    expect((await until(id, finished)).details).toMatchObject({ successful: 5, failed: 0 });
    expect(new Set(await gateway.addresses(id))).toEqual(new Set(reached));
  });
  test(
    'an empty audience is reported in errors, nothing is sent, and the quota of the day stays free',
    { tags: ['NOTIF-PUSH-04', 'N15', 'D-05'] },
    async () => {
      work();
      const id = await send();
      const seen = await until(id, ({ errors: found }) => found.length > 0);
      expect(seen).toMatchObject({ errors: ['No device matches the audience (0 devices).'], details: null, notificationIds: [] });
      for (const startsAt of ['0000-06-01T00:00:00Z', '9999-12-31T23:30:00Z'])
        expect(await world.staff(notificationRoutes.canSend, { token: admin, query: { startsAt } })).toMatchObject({
          status: 400,
          body: { error: { fields: { startsAt: ['notDate'] } } },
        });
      expect((await world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin })).body).toEqual({
        canSend: true,
        reason: null,
      });
    },
  );
  test('three workers share a fan-out, and no phone gets the message twice', { tags: ['NOTIF-PUSH-10', 'F09'] }, async () => {
    await phones(world.db, { count: 5_000 });
    for (let n = 0; n < 3; n += 1) work();
    const id = await send();
    expect((await until(id, finished)).details).toMatchObject({ successful: 5_000, failed: 0 });
    expect(await gateway.ledger(id)).toMatchObject({ devices: 5_000, sends: 5_000, visibleAtMost: 1 });
    // The worker stores the state shortly after the last outcome.
    const state = () => world.db.selectFrom('fanOut').select('state').where('notificationId', '=', id).executeTakeFirst();
    await expect.poll(state).toEqual({ state: 'finished' });
    expect(await world.db.selectFrom('fanOutChunk').select('no').where('leaseUntil', 'is not', null).execute()).toEqual([]);
  });
  test(
    'reports no counts at first, then counts that always add up to the audience',
    { tags: ['API-NOTIF-02', 'NOTIF-DET-16', 'NOTIF-PUSH-02'] },
    async () => {
      await phones(world.db, { count: 3_000 });
      const id = await send();
      expect(await detailsOf(id)).toMatchObject({ details: null, errors: [], notificationIds: [] });
      await gateway.behave({ latencyMs: 30 });
      work();
      for (let seen = await until(id, ({ details }) => details !== null); !finished(seen); seen = await detailsOf(id)) {
        const { successful = 0, failed = 0, remaining = 0 } = seen.details ?? {};
        expect(successful + failed + remaining).toBe(3_000);
        await sleep(200);
      }
    },
  );
});

describe('when the push service refuses messages', () => {
  test('a refused payload stops the fan-out, prunes no address, and frees the day', { tags: ['F23'] }, async () => {
    await phones(world.db, { count: 700 });
    await gateway.behave({ failures: [{ kind: 'badPayload', count: 100_000 }] });
    work();
    const id = await send();
    const seen = await until(id, (one) => one.errors.length > 0 && finished(one));
    expect(seen.errors).toEqual([expect.stringMatching(/^The push service refused the content of the notification\. 400/)]);
    expect(seen.details).toMatchObject({ successful: 0, remaining: 0, failed: 700 });
    expect(seen.notificationIds).toEqual([]);
    expect(await world.db.selectFrom('device').select('id').where('pushValue', 'is', null).execute()).toEqual([]);
    expect((await world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin })).body).toEqual({
      canSend: true,
      reason: null,
    });
  });
  test('a wrong project stops it as well, with 0 pruned', { tags: ['F24'] }, async () => {
    await phones(world.db, { count: 120 });
    await gateway.behave({ failures: [{ kind: 'wrongProject', count: 100_000 }] });
    work();
    const seen = await until(await send(), (one) => one.errors.length > 0);
    expect(seen.errors[0]).toMatch(/^The push service refused our credentials\. 403 SENDER_ID_MISMATCH/);
    expect(await world.db.selectFrom('device').select('id').where('pushValue', 'is', null).execute()).toEqual([]);
  });
  test("one platform's credentials fail only its phones", { tags: ['F27'] }, async () => {
    await phones(world.db, { count: 10 });
    await gateway.behave({ failures: [{ kind: 'thirdPartyAuth', count: 4 }] });
    let platformKeyRefused = 0;
    work({ sent: (wave) => (platformKeyRefused += wave.platformKeyRefused) });
    const seen = await until(await send(), finished);
    expect(platformKeyRefused).toBe(4);
    expect(seen).toMatchObject({ errors: [], details: { successful: 6, failed: 4 }, failures: [{ reason: 'credential', count: 4 }] });
  });
  test('503 and dropped streams are tried again; retries keep the same tag', { tags: ['F22', 'F30'] }, async () => {
    await phones(world.db, { count: 60 });
    await gateway.behave({
      failures: [
        { kind: 'unavailable', count: 20 },
        { kind: 'drop', count: 5 },
      ],
    });
    work();
    const id = await send();
    // In one query, because the wait may end before a second one. A dropped stream may end others of its session; none has failed.
    const waiting = () =>
      sql<{ pending: number; failed: number }>`
        select pending, failed from fan_out_chunk where notification_id = ${id} and retry_at > now()`.execute(world.db);
    const failedOf = async () => (await waiting()).rows.map(({ pending, failed }) => (pending >= 25 ? failed : -1));
    await expect.poll(failedOf).toEqual([0]);
    // The wait is 10 s and more; the test lets the time pass in the database.
    await sql`update fan_out_chunk set retry_at = now()`.execute(world.db);
    const seen = await until(id, finished);
    expect(seen.details).toMatchObject({ successful: 60, remaining: 0, failed: 0 });
    expect(await gateway.ledger(id)).toMatchObject({ devices: 60, visibleAtMost: 1 });
  });
  test('a 429 delays the retry by the time of its Retry-After header', { tags: ['F21'] }, async () => {
    await phones(world.db, { count: 5 });
    await gateway.behave({ failures: [{ kind: 'quota', count: 5, retryAfter: '120' }] });
    work();
    const id = await send();
    await until(id, ({ details }) => details !== null);
    await expect
      .poll(
        async () =>
          (
            await world.db
              .selectFrom('fanOutChunk')
              .select(sql<number>`extract(epoch from retry_at - now())::int`.as('wait'))
              .executeTakeFirst()
          )?.wait,
      )
      .toBeGreaterThan(100);
  });
});

describe('changes during a send', () => {
  test('a claim takes one chunk, only of the sample until that went well; an expired lease is claimed under a new epoch', async () => {
    const { claimChunk } = await import('./chunk.repository.ts');
    const { expandNext } = await import('../expand/expand-fan-out.repository.ts');
    await phones(world.db, { count: 2_000 });
    const id = await send();
    await expandNext(world.db, endings);
    await sql`update fan_out_chunk set sample = null where no > 0`.execute(world.db);
    const lease = { owner: 'me', seconds: 30 };
    expect(await claimChunk(world.db, id, lease)).toMatchObject({ no: 0, epoch: 1, samplePlaces: 50 });
    expect(await claimChunk(world.db, id, lease)).toBeUndefined();
    await sql`update fan_out set proven = true`.execute(world.db);
    expect(await claimChunk(world.db, id, lease)).toMatchObject({ no: 1, epoch: 1, samplePlaces: null });
    expect(await world.db.selectFrom('fanOutChunk').select('no').where('leaseUntil', 'is not', null).execute()).toHaveLength(2);
    await sql`update fan_out_chunk set lease_until = now() - interval '1 second' where no = 0`.execute(world.db);
    expect(await claimChunk(world.db, id, { owner: 'other', seconds: 30 })).toMatchObject({ no: 0, epoch: 2, owner: 'other', stalls: 1 });
  });
  test('a claim that waited takes no lease that ended meanwhile: its owner could not prolong it', { tags: ['D-02', 'F44'] }, async () => {
    const { claimChunk } = await import('./chunk.repository.ts');
    const { expandNext } = await import('../expand/expand-fan-out.repository.ts');
    await phones(world.db, { count: 100 });
    const id = await send();
    await expandNext(world.db, endings);
    const lease = { owner: 'me', seconds: 1 };
    expect(await claimChunk(world.db, id, lease)).toMatchObject({ no: 0 });
    const claims = await world.db.transaction().execute(async (trx) => {
      await sql`lock table fan_out_chunk in exclusive mode`.execute(trx);
      const claim = claimChunk(world.db, id, { owner: 'other', seconds: 1 });
      claim.catch(() => {});
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%as materialized%'`;
      await expect.poll(async () => (await waiting.execute(world.db)).rows.length).toBe(1);
      const ended = sql`select 1 from fan_out_chunk where lease_until < clock_timestamp() - interval '1 second'`;
      await expect.poll(async () => (await ended.execute(trx)).rows.length).toBe(1);
      return [claim];
    });
    expect(await Promise.all(claims)).toEqual([undefined]);
    expect(await claimChunk(world.db, id, { owner: 'other', seconds: 1 })).toMatchObject({ no: 0, epoch: 2 });
  });
  test('the end of validity stops the send, and no phone gets the message late', { tags: ['F13', 'N20', 'NOTIF-PUSH-12'] }, async () => {
    await phones(world.db, { count: 600 });
    const id = await send();
    await world.staff(`PATCH /api/v1/notification-editor/${id}`, { token: admin, body: { validUntil: '2020-01-01' } });
    work();
    expect(await until(id, finished)).toMatchObject({
      details: { successful: 0, failed: 600 },
      failures: [{ reason: 'expired', count: 600 }],
    });
    expect(await gateway.ledger(id)).toMatchObject({ devices: 0 });
  });
  test('a phone that switched push off meanwhile is not sent to; a refreshed token is used', { tags: ['F15', 'P15'] }, async () => {
    const [gone = '', renewed = ''] = await phones(world.db, { count: 2 });
    const id = await send();
    await sql`update device set push_kind = null, push_value = null where push_value = ${gone}`.execute(world.db);
    await sql`update device set push_value = 'renewed-token' where push_value = ${renewed}`.execute(world.db);
    work();
    const seen = await until(id, finished);
    // Switched off before the audience was counted, so it is not part of it.
    expect(seen.details).toMatchObject({ successful: 1 });
    expect(await gateway.addresses(id)).toEqual(['renewed-token']);
  });
});

describe('phones answer', () => {
  const aPhone = async () => {
    const { body } = await world.phone(deviceRoutes.register, {
      body: { installId: `i-${Math.random()}`, platform: 'ios', appVersion: '3.4.0', push: { kind: 'token', value: `t-${Math.random()}` } },
    });
    return body.deviceSecret ?? '';
  };
  test(
    'delivered and opened are idempotent and counted once; others are 404',
    { tags: ['APP-09', 'NOTIF-PUSH-03', 'N25', 'P10'] },
    async () => {
      const token = await aPhone();
      work();
      const id = await send({ title: 'Otwórz', url: 'https://sklep.pl' });
      await until(id, finished);
      const report = (what: string, secret = token) => world.phone(`POST /app/v1/notifications/${id}/${what}`, { token: secret });
      const noted = () =>
        world.db.selectFrom('notificationReceipt').where('notificationId', '=', id).select(['deliveredAt', 'openedAt']).execute();
      for (const what of ['delivered', 'opened']) expect((await report(what)).status).toBe(204);
      const first = await noted();
      expect(first).toEqual([{ deliveredAt: expect.any(Date), openedAt: expect.any(Date) }]);
      for (const what of ['opened', 'delivered', 'opened']) expect((await report(what)).status).toBe(204);
      // When it was opened first is when it was opened.
      expect(await noted()).toEqual(first);
      expect((await until(id, ({ details }) => details?.converted === 1)).details).toEqual({
        successful: 1,
        remaining: 0,
        failed: 0,
        converted: 1,
      });
      const stranger = await aPhone();
      expect((await report('opened', stranger)).status).toBe(404);
      expect((await world.phone('POST /app/v1/notifications/unknown/opened', { token })).status).toBe(404);
      expect((await detailsOf(id)).details?.converted).toBe(1);
    },
  );
  test(
    'the inbox has the notifications sent to the phone until their validity ends',
    { tags: ['APP-10', 'NOTIF-PUSH-12', 'P14'] },
    async () => {
      const token = await aPhone();
      const stranger = await aPhone();
      const store = await aStore(world.db, { notificationSign: '– X' });
      await world.phone('PATCH /app/v1/devices/me', { token, body: { notificationStoreIds: [store] } });
      work();
      const [all, one] = [await send({ title: 'Wszyscy' }), await send({ title: 'Sklep', content: 'x' }, store)];
      await until(all, finished);
      await until(one, finished);
      const inbox = async (secret: string) => (await world.phone(deviceRoutes.inbox, { token: secret })).body.items;
      expect((await inbox(token)).map((item) => item.title)).toEqual(['Sklep', 'Wszyscy']);
      expect((await inbox(stranger)).map((item) => item.title)).toEqual(['Wszyscy']);
      expect(Object.keys((await inbox(token))[0] ?? {}).sort()).toEqual([
        '_id',
        'content',
        'image',
        'sentAt',
        'title',
        'url',
        'validUntil',
      ]);
      await world.staff(`PATCH /api/v1/notification-editor/${one}`, { token: admin, body: { validUntil: '2020-01-01' } });
      expect((await inbox(token)).map((item) => item.title)).toEqual(['Wszyscy']);
    },
  );
  test('a phone that was offline shows four of five notifications; its inbox has all of them', { tags: ['E-12'] }, async () => {
    const stores = await Promise.all(times(5, () => aStore(world.db)));
    const [address = ''] = await phones(world.db, { subscribed: stores });
    const tell = (state: 'offline' | 'online') =>
      fetch(`${scene.own.controlUrl}/${state}`, { method: 'POST', body: JSON.stringify([address]) });
    await tell('offline');
    work();
    const ids: string[] = [];
    for (const store of stores) {
      const id = await send({}, store);
      expect((await until(id, finished)).details?.successful).toBe(1);
      ids.push(id);
    }
    await tell('online');
    const shown = await Promise.all(ids.map(async (id) => (await gateway.ledger(id)).shown));
    expect(shown.filter((count) => count > 0)).toHaveLength(4);
    const { items } = (await world.phone(deviceRoutes.inbox, { token: secretOf(address) })).body;
    expect(items.map(({ _id }) => _id).sort()).toEqual(ids.sort());
  });
});
