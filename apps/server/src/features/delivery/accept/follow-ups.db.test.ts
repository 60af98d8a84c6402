import {
  CorrectNotification,
  type FollowUp,
  type Notification,
  notificationRoutes,
  PAYLOAD_MAX_BYTES,
  payloadBytes,
  type PushMessage,
} from '@endcap/contract/notifications';
import { deviceRoutes } from '@endcap/contract/devices';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { aStore, phones, secretOf, times } from '../../../../test/builders.ts';
import type { FreshWorld } from '../../../../test/fresh-world.ts';
import { isSent, sentBefore } from '../../../../test/past-sends.ts';
import { endings, isOver } from '../../../../test/sending.ts';
import { sendingScene } from '../../../../test/sending-scene.ts';
import { readDeliveryFacts } from '../report/delivery-facts.repository.ts';
import { readDeliveryReport, readFollowUps } from '../report/delivery-report.repository.ts';
import { expandNext } from '../expand/expand-fan-out.repository.ts';
import { openFanOuts } from '../chunk/open-fan-outs.repository.ts';
import { insertFollowUp } from './follow-up.repository.ts';
import { gatherNext } from '../expand/gather-fan-out.repository.ts';
import { endChunks } from '../report/past-chunk.repository.ts';
import type { PushGateway } from '../push-gateway.ts';

let world: FreshWorld;
let admin: string;
const scene = sendingScene({ lanes: 6 });
const { gateway, send, until, work } = scene;
beforeEach(() => void ({ world, admin } = scene));

const corrected = { title: 'Poprawka', content: 'Jabłka po 3 zł', url: null, image: null };
const takeBack = (id: string, token = admin) => world.staff(`POST /api/v1/notification-editor/${id}/take-back`, { token });
const correct = (id: string, body: Partial<CorrectNotification> = {}, token = admin) =>
  world.staff(`POST /api/v1/notification-editor/${id}/correct`, { token, body: { ...corrected, ...body } });
const steer = (id: string, step: string) => world.staff(`POST /api/v1/notification-editor/${id}/${step}`, { token: admin });
const details = async (id: string): Promise<Notification> =>
  (await world.staff(`GET /api/v1/notification-editor/${id}`, { token: admin })).body as Notification;
const codeOf = ({ body }: { body: unknown }): string | undefined => (body as { error?: { code?: string } }).error?.code;
const isDone = ({ parts }: FollowUp): boolean => parts.every(({ sending }) => ['finished', 'cancelled', 'stopped'].includes(sending.state));
const followed = async (id: string): Promise<FollowUp> => {
  await expect.poll(async () => (await details(id)).followUps.every(isDone)).toBe(true);
  const [newest] = (await details(id)).followUps;
  if (!newest) throw new Error('nothing followed');
  return newest;
};
const countsOf = ({ parts }: FollowUp) => parts.map(({ platform, details: counts }) => [platform, counts?.successful, counts?.failed]);
/** A third of the phones are iPhones. */
const someIphones = () => sql`update device set platform = 'ios' where seq % 3 = 0`.execute(world.db);
const iphones = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from device where platform = 'ios' and push_value is not null`.execute(world.db))
    .rows[0]?.n ?? 0;
const sent: { message: PushMessage; address: string }[] = [];
const watched = (): PushGateway => {
  const push = world.push(scene.own);
  sent.length = 0;
  return {
    ...push,
    prepare: (message) => {
      const sendTo = push.prepare(message);
      return (address) => {
        sent.push({ message, address: address.value });
        return sendTo(address);
      };
    },
  };
};
const inboxOf = async (address: string) => (await world.phone(deviceRoutes.inbox, { token: secretOf(address) })).body.items;

describe('taking back', () => {
  test(
    'recalls a message by platform from all phones reached, removes it from inboxes, and keeps the day used',
    { tags: ['RECALL-01', 'RECALL-03'] },
    async () => {
      const [one = ''] = await phones(world.db, { count: 1_200 });
      await phones(world.db, { count: 30, prefix: 'dead' });
      await someIphones();
      work({ push: watched() });
      const id = await send();
      await until(id, isOver);
      expect((await inboxOf(one)).map(({ _id }) => _id)).toEqual([id]);
      sent.length = 0;
      const answer = await takeBack(id);
      expect(answer).toMatchObject({ status: 200, body: { recalledAt: expect.any(String), followUps: [{ kind: 'recall' }] } });
      const ios = await iphones();
      expect(countsOf(await followed(id))).toEqual([
        ['android', 1_200 - ios, 0],
        ['ios', ios, 0],
      ]);
      expect(await gateway.ledger(id)).toMatchObject({
        devices: 1_200,
        sends: 1_200,
        shown: 0,
        takenBack: 1_200,
        changes: { takeBack: 1_200 },
      });
      expect(new Set(sent.map(({ message }) => `${message.change?.action} ${message.title}${message.body}`))).toEqual(
        new Set(['takeBack Ta wiadomość została wycofana.']),
      );
      expect(await inboxOf(one)).toEqual([]);
      expect((await details(id)).details).toMatchObject({ successful: 1_200, failed: 30 });
      expect((await world.staff('GET /api/v1/notification-editor/check-can-send', { token: admin })).body).toMatchObject({
        canSend: false,
      });
      expect(codeOf(await takeBack(id))).toBe('taken_back');
      const { rows } = await sql<{ changes: unknown }>`select changes from history where entity_id = ${id} and action = 'update'`.execute(
        world.db,
      );
      expect(rows).toEqual([{ changes: { recalledAt: [null, expect.any(String)] } }]);
    },
  );
  test('cancels a running fan-out before the recall, which covers every phone reached until then', { tags: ['RECALL-01'] }, async () => {
    await phones(world.db, { count: 4_000 });
    await gateway.behave({ latencyMs: 100 });
    work({ push: watched() });
    const id = await send();
    await until(id, (seen) => (seen.details?.successful ?? 0) > 300);
    expect((await takeBack(id)).body).toMatchObject({ sending: { state: 'cancelled' } });
    const [android] = (await followed(id)).parts;
    const { details: counts, sending } = await until(id, isOver);
    expect(sending.state).toBe('cancelled');
    expect(android?.details?.successful).toBe(counts?.successful);
    expect(await gateway.ledger(id)).toMatchObject({ devices: counts?.successful, shown: 0, visibleAtMost: 0 });
    const lastShown = sent.findLastIndex(({ message }) => !message.change);
    expect(sent.findIndex(({ message }) => message.change)).toBeGreaterThan(lastShown);
  });
  test(
    'uses the withdrawal text of the settings, recalls test sends, and rejects sends that reached no phone',
    { tags: ['RECALL-01'] },
    async () => {
      await phones(world.db, { count: 2, tester: true });
      await world.staff('POST /api/v1/settings-editor', { token: admin, body: { withdrawnText: 'Pomyłka' } });
      work({ push: watched() });
      const id = await send({ isTest: true });
      await until(id, isOver);
      expect((await takeBack(id)).status).toBe(200);
      await followed(id);
      expect(sent.at(-1)?.message).toMatchObject({ title: '', body: 'Pomyłka', change: { action: 'takeBack' } });
      await sql`update device set push_value = null, push_kind = null`.execute(world.db);
      const nobody = await send({ isTest: true });
      await until(nobody, ({ errors }) => errors.length > 0);
      expect(codeOf(await takeBack(nobody))).toBe('never_sent');
      expect(codeOf(await correct(nobody))).toBe('is_test');
    },
  );
  test("it is of use after the message's own end; one that was cut short can be done again", { tags: ['RECALL-01'] }, async () => {
    await phones(world.db, { count: 300 });
    work();
    const id = await send();
    await until(id, isOver);
    await world.staff(`PATCH /api/v1/notification-editor/${id}`, { token: admin, body: { validUntil: '2020-01-01' } });
    await scene.stopWorkers();
    expect((await takeBack(id)).status).toBe(200);
    while (await world.db.transaction().execute(gatherNext));
    expect((await steer(id, 'cancel?of=followUps')).status).toBe(200);
    work();
    await followed(id);
    expect((await takeBack(id)).status).toBe(200);
    expect(countsOf(await followed(id))).toEqual([
      ['android', 300, 0],
      ['ios', 0, 0],
    ]);
  });
});

describe('phones with an unknown outcome', { tags: ['E-07'] }, () => {
  /** A worker hands over a wave of the first chunk and is killed before it writes the outcomes. */
  const killedWorker = async () => {
    await phones(world.db, { count: 600 });
    await someIphones();
    const id = await send();
    while (await expandNext(world.db, endings));
    const { rows } = await sql<{ value: string; isIphone: boolean }>`
      select push_value as value, platform = 'ios' as is_iphone from fan_out_chunk c, unnest(c.devices) with ordinality as sent(seq, place)
      join device using (seq) where c.no = 0 order by place`.execute(world.db);
    const sendTo = world.push(scene.own).prepare({
      notificationId: id,
      title: 'Promocja',
      body: 'Jabłka po 2 zł',
      url: null,
      imageUrl: null,
      validUntil: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const wave = rows.slice(0, 100);
    await Promise.all(wave.map(({ value }) => sendTo({ kind: 'token', value })));
    await sql`update fan_out_chunk set lease_owner = 'killed', lease_epoch = 1, lease_until = now() - interval '1 minute' where no = 0`.execute(
      world.db,
    );
    const iphones = rows.filter(({ isIphone }) => isIphone).length;
    return { id, iphones, androids: rows.length - iphones, iphonesOfWave: wave.filter(({ isIphone }) => isIphone).length };
  };
  const unknownOf = ({ parts }: FollowUp): number[] => parts.map(({ unknown }) => unknown);

  test('the recall includes Android phones, counts iPhones as unknown, and reports neither as cancelled', async () => {
    const { id, iphones, androids, iphonesOfWave } = await killedWorker();
    expect((await takeBack(id)).status).toBe(200);
    work();
    const recall = await followed(id);
    expect(countsOf(recall)).toEqual([
      ['android', androids, 0],
      ['ios', 0, 0],
    ]);
    expect(unknownOf(recall)).toEqual([0, iphones]);
    expect(await gateway.ledger(id)).toMatchObject({ devices: 100, shown: iphonesOfWave });
    expect((await until(id, isOver)).failures).toEqual([
      { reason: 'unknown', count: 500 },
      { reason: 'cancelled', count: 100 },
    ]);
  });
  test('a correction leaves out and counts phones with an unknown outcome, a recall still works, and the sums persist', async () => {
    const { id, iphones, androids } = await killedWorker();
    expect((await steer(id, 'cancel')).status).toBe(200);
    work();
    const { failures } = await until(id, isOver);
    expect(failures).toContainEqual({ reason: 'unknown', count: 500 });
    expect((await correct(id)).status).toBe(200);
    const correction = await followed(id);
    expect(countsOf(correction)).toEqual([
      ['android', 0, 0],
      ['ios', 0, 0],
    ]);
    expect(unknownOf(correction)).toEqual([androids, iphones]);
    expect((await takeBack(id)).status).toBe(200);
    expect(countsOf(await followed(id))[0]).toEqual(['android', androids, 0]);
    await scene.stopWorkers();
    await world.db.transaction().execute((trx) => endChunks(trx, [id], 100));
    expect((await readDeliveryReport(world.db, id)).failures).toEqual(failures);
  });
  test.each([
    ['a message without an answer', { is: 'transient' }, 'unknown'],
    ['a message that the push service was too busy for', { is: 'transient', isRefused: true }, 'cancelled'],
    ['a message that the push service had no room for', { is: 'throttled', afterMs: 1 }, 'cancelled'],
  ] as const)('counts %s as unknown only if it may have arrived', async (_, answer, reason) => {
    await phones(world.db, { count: 20 });
    work({ push: { ...world.push(scene.own), prepare: () => async () => answer } });
    const id = await send();
    const tried = sql`select 1 from fan_out_chunk where get_byte(outcomes, 0) >= 128 and lease_until is null`;
    await expect.poll(async () => (await tried.execute(world.db)).rows.length).toBe(1);
    expect((await steer(id, 'cancel')).status).toBe(200);
    expect((await until(id, isOver)).failures).toEqual([{ reason, count: 20 }]);
  });
});

describe('correcting', () => {
  test('phones that have it get the new text without a tag of its own, inbox and history as well', { tags: ['RECALL-02'] }, async () => {
    const [one = ''] = await phones(world.db, { count: 700 });
    await someIphones();
    work({ push: watched() });
    const id = await send();
    await until(id, isOver);
    sent.length = 0;
    expect((await correct(id)).body).toMatchObject({ ...corrected, correctedAt: expect.any(String) });
    const ios = await iphones();
    expect(countsOf(await followed(id))).toEqual([
      ['android', 700 - ios, 0],
      ['ios', ios, 0],
    ]);
    expect(new Set(sent.map(({ message }) => `${message.change?.action} ${message.title}: ${message.body}`))).toEqual(
      new Set(['correct Poprawka: Jabłka po 3 zł']),
    );
    expect(await gateway.ledger(id)).toMatchObject({ devices: 700, sends: 700, shown: 700, visibleAtMost: 1, corrected: 700 });
    expect(await inboxOf(one)).toMatchObject([{ _id: id, title: 'Poprawka', content: 'Jabłka po 3 zł' }]);
    const { rows } = await sql<{ changes: unknown }>`select changes from history where entity_id = ${id} and action = 'update'`.execute(
      world.db,
    );
    expect(rows).toEqual([{ changes: { title: ['Promocja', 'Poprawka'], content: ['Jabłka po 2 zł', 'Jabłka po 3 zł'] } }]);
    expect(codeOf(await correct(id))).toBe('nothing_changed');
  });
  test('lists for each correction what it changed, and how many phones had opened the message before', { tags: ['E-68'] }, async () => {
    await phones(world.db, { count: 5 });
    work({ push: watched() });
    const id = await send();
    await until(id, isOver);
    const opened = (count: number) =>
      sql`insert into notification_receipt (notification_id, device_seq, delivered_at, opened_at)
        select ${id}, seq, clock_timestamp(), clock_timestamp() from device d where not exists (
          select from notification_receipt r where r.notification_id = ${id} and r.device_seq = d.seq) limit ${count}`.execute(world.db);
    await opened(2);
    expect((await correct(id)).status).toBe(200);
    await followed(id);
    await opened(1);
    expect((await correct(id, { title: 'Druga poprawka', url: 'https://example.com/' })).status).toBe(200);
    await followed(id);
    const { followUps } = await details(id);
    expect(followUps.map(({ changed }) => changed)).toEqual([
      { title: ['Poprawka', 'Druga poprawka'], url: [null, 'https://example.com/'] },
      { title: ['Promocja', 'Poprawka'], content: ['Jabłka po 2 zł', 'Jabłka po 3 zł'] },
    ]);
    const { body } = await world.staff(notificationRoutes.opens, { token: admin, params: { notificationId: id } });
    expect(body.beforeCorrections).toEqual(followUps.map(({ at }, place) => ({ at, opened: place === 0 ? 3 : 2 })));
  });
  test('a search finds the new title at once, and the old one no more', { tags: ['RECALL-02'] }, async () => {
    const store = await aStore(world.db);
    const id = await send({}, store);
    const found = async (text: string): Promise<string[]> =>
      (await world.staff(notificationRoutes.list, { token: admin, query: { text } })).body.items.map(({ _id }) => _id);
    expect([await found('poprawka'), await found('promocja')]).toEqual([[], [id]]);
    expect((await correct(id)).status).toBe(200);
    expect([await found('poprawka'), await found('promocja')]).toEqual([[id], []]);
  });
  test('a correction is measured as it travels to iPhones too', { tags: ['N04', 'RECALL-02'] }, async () => {
    const id = await send();
    const bytes = (platform: 'android' | 'ios' | null, url: string): number =>
      payloadBytes(
        {
          notificationId: id,
          title: 'Poprawka',
          body: corrected.content,
          url,
          imageUrl: null,
          validUntil: new Date().toISOString(),
          change: platform && { action: 'correct', platform, version: 2 },
        },
        new Date(),
      );
    // Letters of two bytes each.
    const urlOf = (length: number): string => `https://sklep.pl/${'ż'.repeat(length)}`;
    const length = times(1_980, (n) => n).find((n) => bytes('ios', urlOf(n)) > PAYLOAD_MAX_BYTES + 20) ?? 0;
    expect(bytes('android', urlOf(length))).toBeLessThan(PAYLOAD_MAX_BYTES);
    const refused = await correct(id, { url: urlOf(length) });
    expect(refused).toMatchObject({ status: 422, body: { error: { fields: { url: ['payloadTooLarge'] } } } });
    // Phones that it has not reached yet get it as the plain message.
    const plain = times(1_980, (n) => n).find((n) => bytes(null, urlOf(n)) > PAYLOAD_MAX_BYTES) ?? 0;
    expect(bytes('ios', urlOf(plain))).toBeLessThanOrEqual(PAYLOAD_MAX_BYTES);
    expect((await correct(id, { url: urlOf(plain) })).status).toBe(422);
    expect((await correct(id, { url: urlOf(length - 60) })).status).toBe(200);
  });
  test('correcting a running send gives new phones the new text and updates phones with the old one', { tags: ['RECALL-02'] }, async () => {
    await phones(world.db, { count: 4_000 });
    await gateway.behave({ latencyMs: 100 });
    work({ push: watched() });
    const id = await send();
    await until(id, (seen) => (seen.details?.successful ?? 0) > 300);
    expect((await correct(id)).status).toBe(200);
    await until(id, isOver);
    await followed(id);
    const last = new Map(sent.map(({ message, address }) => [address, message.title]));
    expect([last.size, new Set(last.values())]).toEqual([4_000, new Set(['Poprawka'])]);
    expect(await gateway.ledger(id)).toMatchObject({ devices: 4_000, sends: 4_000, visibleAtMost: 1 });
  });
  test('a correction goes to the phones that have an older text, and to no others', { tags: ['E-08'] }, async () => {
    await phones(world.db, { count: 600 });
    const id = await send();
    while (await expandNext(world.db, endings));
    // The sample is not judged before the second chunk was sent to, so until then only the part of the first is sent.
    await sql`update fan_out_chunk set retry_at = now() + interval '1 hour' where no = 1`.execute(world.db);
    work({ push: watched() });
    const asked = sql`select 1 from fan_out_chunk where sample = 'done' and lease_until is null`;
    await expect.poll(async () => (await asked.execute(world.db)).rows.length).toBe(1);
    const former = sent.map(({ address }) => address);
    expect(former.length).toBeGreaterThan(0);
    expect(former.length).toBeLessThan(500);
    expect((await correct(id)).status).toBe(200);
    await world.db.transaction().execute(async (trx) => {
      // Phones are not gathered before all of them have the message.
      await sql`select from fan_out where kind = 'correct' for update`.execute(trx);
      await sql`update fan_out_chunk set retry_at = now()`.execute(world.db);
      await until(id, isOver);
    });
    expect(countsOf(await followed(id))).toEqual([
      ['android', former.length, 0],
      ['ios', 0, 0],
    ]);
    // On a busy machine some get it twice; the second copy replaces the first.
    const corrected = sent.flatMap(({ message, address }) => (message.change ? [address] : []));
    expect([...new Set(corrected)].sort()).toEqual(former.sort());
    expect(await gateway.ledger(id)).toMatchObject({ devices: 600, sends: 600, shown: 600, visibleAtMost: 1, corrected: former.length });
    expect((await correct(id, { title: 'Druga poprawka' })).status).toBe(200);
    expect(countsOf(await followed(id))[0]).toEqual(['android', 600, 0]);
  });
  test('taking a message back cancels its running correction before the recall starts', { tags: ['RECALL-01', 'RECALL-02'] }, async () => {
    await phones(world.db, { count: 3_000 });
    work({ push: watched() });
    const id = await send();
    await until(id, isOver);
    await gateway.behave({ latencyMs: 100 });
    sent.length = 0;
    await correct(id);
    await expect.poll(() => sent.length).toBeGreaterThan(300);
    await takeBack(id);
    expect(countsOf(await followed(id))[0]).toEqual(['android', 3_000, 0]);
    const lastCorrection = sent.findLastIndex(({ message }) => message.change?.action === 'correct');
    expect(sent.findIndex(({ message }) => message.change?.action === 'takeBack')).toBeGreaterThan(lastCorrection);
    const [, correction] = (await details(id)).followUps;
    expect(correction?.parts.map(({ sending }) => sending.state)).toContain('cancelled');
    expect(await gateway.ledger(id)).toMatchObject({ shown: 0, takenBack: 3_000 });
  });
  test(
    'rejects a correction that is invalid or stale, or of a message that is expired or taken back',
    { tags: ['RECALL-02'] },
    async () => {
      await phones(world.db, { count: 3 });
      work();
      const id = await send();
      await until(id, isOver);
      for (const [body, field] of [
        [{ title: '' }, 'title'],
        [{ url: 'javascript:alert(1)' }, 'url'],
        [{ image: `cloudinary:${'a'.repeat(32)}.png` }, 'image'],
      ] as const)
        expect((await correct(id, body)).body).toMatchObject({ error: { code: 'invalid', fields: { [field]: expect.any(Array) } } });
      const stale = { token: admin, body: corrected, headers: { 'if-match': '"0"' } };
      expect((await world.staff(`POST /api/v1/notification-editor/${id}/correct`, stale)).status).toBe(412);
      await world.staff(`PATCH /api/v1/notification-editor/${id}`, { token: admin, body: { validUntil: '2020-01-01' } });
      expect(codeOf(await correct(id))).toBe('validity_over');
      await takeBack(id);
      expect(codeOf(await correct(id))).toBe('taken_back');
      expect((await details(id)).followUps).toHaveLength(1);
    },
  );
  test('staff may correct and take back sends of their own store only', { tags: ['RECALL-01', 'RECALL-02'] }, async () => {
    const [mine, other] = [await aStore(world.db), await aStore(world.db)];
    const staff = await world.person('follow-up-staff', { storeId: mine });
    await phones(world.db, { subscribed: [mine, other], count: 5 });
    work();
    for (const foreign of [await send(), await send({}, other)]) {
      await until(foreign, isOver);
      expect([(await takeBack(foreign, staff)).status, (await correct(foreign, {}, staff)).status]).toEqual([404, 404]);
    }
    const own = await send({}, mine);
    await until(own, isOver);
    expect([(await correct(own, {}, staff)).status, (await takeBack(own, staff)).status]).toEqual([200, 200]);
  });
});

describe('counted, resumed and safe like a send', { tags: ['RECALL-03'] }, () => {
  test('sends recalls before corrections, corrections before sends, and those of one store before those to all', async () => {
    const store = await aStore(world.db);
    await phones(world.db, { subscribed: [store], count: 3 });
    const all = await send();
    const small = await send({}, store);
    while (await expandNext(world.db, endings));
    await sql`update fan_out_chunk set outcomes = decode('010101', 'hex'), pending = 0, successful = 3`.execute(world.db);
    await sql`update notification set corrected_at = now()`.execute(world.db);
    for (const kind of ['correct', 'recall'] as const) for (const id of [all, small]) await insertFollowUp(world.db, id, kind);
    while (await world.db.transaction().execute(gatherNext));
    const later = await send({ isTest: true });
    await sql`update device set is_tester = true`.execute(world.db);
    while (await expandNext(world.db, endings));
    const { rows } = await sql<{ id: string; of: string }>`
      select notification_id as id, kind || ' ' || case coalesce(of_notification, notification_id) when ${all} then 'all' when ${small} then 'store' else 'test' end as of
      from fan_out`.execute(world.db);
    const named = new Map(rows.map(({ id, of }) => [id, of]));
    expect((await openFanOuts(world.db)).map((rank) => rank.map((id) => named.get(id)))).toEqual([
      ['recall store'],
      ['recall all'],
      ['correct store'],
      ['correct all'],
      ['send test'],
    ]);
    expect(named.get(later)).toBe('send test');
  });
  test('copies each reached phone exactly once, despite aborted transactions and concurrent workers', { tags: ['F03'] }, async () => {
    await phones(world.db, { count: 30_000 });
    await someIphones();
    const id = await send();
    while (await expandNext(world.db, endings));
    // Every seventh phone was not reached.
    await sql`update fan_out_chunk c set pending = 0, successful = reached, failed = cardinality(devices) - reached, outcomes = bytes from (
      select no, count(*) filter (where place % 7 > 0)::int as reached, decode(string_agg(case when place % 7 = 0 then '02' else '01' end, '' order by place), 'hex') as bytes
      from fan_out_chunk, generate_series(1, cardinality(devices)) place group by no) said where said.no = c.no`.execute(world.db);
    await insertFollowUp(world.db, id, 'recall');
    let cut = 0;
    const copy = async (): Promise<void> => {
      for (let n = 0; ; n += 1) {
        const goesOn = await world.db
          .transaction()
          .execute(async (trx) => {
            const copied = await gatherNext(trx);
            if (copied && n % 3 === 0) throw new Error('killed');
            return copied;
          })
          .catch(() => (cut += 1) > 0);
        if (!goesOn) return;
      }
    };
    await Promise.all([copy(), copy(), copy()]);
    expect(cut).toBeGreaterThan(2);
    const { rows } = await sql<{ places: number; distinct: number; wrong: number }>`
      select count(*)::int as places, count(distinct d.seq)::int as distinct, count(*) filter (where (device.platform = 'ios') <> (f.platform = 'ios'))::int as wrong
      from fan_out f join fan_out_chunk c on c.notification_id = f.notification_id, unnest(c.devices) d(seq), device
      where f.kind = 'recall' and device.seq = d.seq`.execute(world.db);
    const reached = (
      await sql<{ n: number }>`select sum(successful)::int as n from fan_out_chunk where notification_id = ${id}`.execute(world.db)
    ).rows[0]?.n;
    expect(rows).toEqual([{ places: reached, distinct: reached, wrong: 0 }]);
    const { rows: chunks } = await sql<{ gaps: number }>`
      select max(no) + 1 - count(*) as gaps from fan_out_chunk group by notification_id having max(no) + 1 <> count(*)`.execute(world.db);
    expect(chunks).toEqual([]);
  });
  test('waits for a leased chunk without delaying the follow-ups of other sends', async () => {
    await phones(world.db, { count: 600 });
    const store = await aStore(world.db);
    await phones(world.db, { subscribed: [store], count: 5 });
    const [held, free] = [await send(), await send({}, store)];
    while (await expandNext(world.db, endings));
    await sql`update fan_out_chunk set outcomes = decode(repeat('01', cardinality(devices)), 'hex'), successful = cardinality(devices), pending = 0`.execute(
      world.db,
    );
    await sql`update fan_out_chunk set lease_until = now() where notification_id = ${held} and no = 1`.execute(world.db);
    for (const id of [held, free]) await insertFollowUp(world.db, id, 'recall');
    while (await world.db.transaction().execute(gatherNext));
    const states = () =>
      sql<{ state: string }>`select state from fan_out where kind = 'recall' order by of_notification = ${held}, platform`.execute(
        world.db,
      );
    expect((await states()).rows.map(({ state }) => state)).toEqual(['sending', 'finished', 'gathering', 'gathering']);
    await sql`update fan_out_chunk set lease_until = null`.execute(world.db);
    while (await world.db.transaction().execute(gatherNext));
    expect((await states()).rows.map(({ state }) => state)).toEqual(['sending', 'finished', 'sending', 'finished']);
  });
  test(
    'lists follow-ups in the order of acceptance, not of the start of their transactions',
    { tags: ['RECALL-01', 'RECALL-03'] },
    async () => {
      await phones(world.db, { count: 1 });
      const id = await send();
      await world.db.transaction().execute(async (early) => {
        await sql`select now()`.execute(early);
        await world.db.transaction().execute((trx) => insertFollowUp(trx, id, 'correct'));
        await insertFollowUp(early, id, 'recall');
      });
      expect((await readFollowUps(world.db, id)).map(({ kind, parts }) => [kind, parts.length])).toEqual([
        ['recall', 2],
        ['correct', 2],
      ]);
    },
  );
  test(
    'a follow-up that still copies its phones is reported, and can be paused, resumed and cancelled',
    { tags: ['RECALL-03'] },
    async () => {
      await phones(world.db, { count: 3 });
      const id = await send();
      while (await expandNext(world.db, endings));
      await sql`update fan_out_chunk set outcomes = decode('010101', 'hex'), successful = 3, pending = 0, lease_until = now() + interval '1 hour'`.execute(
        world.db,
      );
      await sql`update fan_out set state = 'finished', finished_at = now()`.execute(world.db);
      expect((await correct(id)).status).toBe(200);
      await sql`update fan_out set created_at = created_at - interval '10 minutes' where kind = 'correct'`.execute(world.db);
      const facts = await readDeliveryFacts(world.db);
      expect([facts.open, facts.oldestOpen > 500]).toEqual([{ going: 2 }, true]);
      const stands = async () => (await details(id)).followUps[0]?.parts.map(({ sending }) => sending.state);
      const after = async (step: string) => [
        (await world.staff(`POST /api/v1/notification-editor/${id}/${step}?of=followUps`, { token: admin })).status,
        await stands(),
      ];
      expect(await after('pause')).toEqual([200, ['paused', 'paused']]);
      expect((await readDeliveryFacts(world.db)).open).toEqual({ going: 0, operator: 2 });
      expect(await after('resume')).toEqual([200, ['expanding', 'expanding']]);
      expect(await after('cancel')).toEqual([200, ['cancelled', 'cancelled']]);
    },
  );
  test('a chunk of a paused send whose worker died is not waited for', { tags: ['RECALL-03'] }, async () => {
    await phones(world.db, { count: 3 });
    const id = await send();
    while (await expandNext(world.db, endings));
    await sql`update fan_out_chunk set outcomes = decode('010100', 'hex'), successful = 2, pending = 1, lease_until = now() - interval '2 minutes'`.execute(
      world.db,
    );
    await sql`update notification set corrected_at = now()`.execute(world.db);
    await insertFollowUp(world.db, id, 'correct');
    const gather = () => world.db.transaction().execute(gatherNext);
    // Another worker takes it up.
    expect(await gather()).toBe(false);
    await sql`update fan_out set paused_at = now(), pause_reason = 'operator', paused_by = 'x' where kind = 'send'`.execute(world.db);
    while (await gather());
    const { rows } = await sql<{ state: string; phones: number }>`
      select state, coalesce((select sum(pending)::int from fan_out_chunk c where c.notification_id = f.notification_id), 0) as phones
      from fan_out f where kind = 'correct' order by platform`.execute(world.db);
    expect(rows).toEqual([
      { state: 'sending', phones: 2 },
      { state: 'finished', phones: 0 },
    ]);
  });
  test('pauses an open follow-up after a database restore until a person resumes it', { tags: ['F53'] }, async () => {
    await phones(world.db, { count: 40 });
    work();
    const id = await send();
    await until(id, isOver);
    await scene.stopWorkers();
    await takeBack(id);
    await sql`update fan_out set incarnation = 'another' where kind = 'recall'`.execute(world.db);
    work();
    const android = async () => (await details(id)).followUps[0]?.parts[0]?.sending;
    await expect.poll(android).toMatchObject({ state: 'paused', pauseReason: 'restored' });
    expect(await gateway.ledger(id)).toMatchObject({ takenBack: 0 });
    expect((await steer(id, 'resume?of=followUps')).status).toBe(200);
    expect(countsOf(await followed(id))[0]).toEqual(['android', 40, 0]);
  });
  test('pause, resume and cancel act on the send or on its follow-ups, never on both', { tags: ['RECALL-03'] }, async () => {
    await phones(world.db, { count: 10 });
    const id = await send();
    while (await expandNext(world.db, endings));
    await sql`update fan_out_chunk set lease_until = now()`.execute(world.db);
    expect((await correct(id)).status).toBe(200);
    await sql`update fan_out_chunk set outcomes = decode(repeat('01', 3) || repeat('00', 7), 'hex'), successful = 3, pending = 7, lease_until = null`.execute(
      world.db,
    );
    while (await world.db.transaction().execute(gatherNext));
    const states = async (): Promise<(string | undefined)[]> => {
      const { sending, followUps } = await details(id);
      return [sending.state, followUps[0]?.parts[0]?.sending.state];
    };
    const taken = async (step: string) => [(await steer(id, step)).status, ...(await states())];
    await expect.poll(states).toEqual(['sending', 'sending']);
    expect(await taken('pause')).toEqual([200, 'paused', 'sending']);
    expect(await taken('pause?of=followUps')).toEqual([200, 'paused', 'paused']);
    expect(await taken('resume?of=followUps')).toEqual([200, 'paused', 'sending']);
    expect(await taken('resume?of=followUps')).toEqual([409, 'paused', 'sending']);
    expect(await taken('cancel')).toEqual([200, 'cancelled', 'sending']);
    expect(await taken('cancel')).toEqual([409, 'cancelled', 'sending']);
    expect(await taken('cancel?of=followUps')).toEqual([200, 'cancelled', 'cancelled']);
    expect((await steer(id, 'cancel?of=both')).status).toBe(400);
    const { rows } = await sql<{ said: unknown }>`
      select action || ' ' || (select key from jsonb_each(changes) limit 1) as said from history where entity_id = ${id} and action <> 'update' and action <> 'send' order by seq`.execute(
      world.db,
    );
    expect(rows.map(({ said }) => said)).toEqual([
      'pause sending',
      'pause followUps',
      'resume followUps',
      'cancel sending',
      'cancel followUps',
    ]);
  });
  test('outcomes of follow-ups are deleted with those of the send, and their sums stay', { tags: ['OPS-06'] }, async () => {
    const id = await sentBefore(world.db, { at: new Date('2025-01-01'), validUntil: new Date('2025-02-01') });
    await isSent(world.db, id, 2);
    await insertFollowUp(world.db, id, 'recall');
    while (await world.db.transaction().execute(gatherNext));
    work();
    const before = await followed(id);
    expect(before.parts[0]?.details?.successful).toBeGreaterThan(0);
    await scene.stopWorkers();
    await world.db.transaction().execute((trx) => endChunks(trx, [id], 100));
    expect(await world.db.selectFrom('fanOutChunk').select('no').execute()).toEqual([]);
    expect((await readFollowUps(world.db, id))[0]?.parts.map(({ details: counts }) => counts)).toEqual(
      before.parts.map(({ details: counts }) => counts),
    );
  });
  test('rejects recalls and corrections with outcomes_ended once the outcomes are deleted', { tags: ['OPS-06', 'RECALL-01'] }, async () => {
    const id = await sentBefore(world.db, { at: new Date('2025-01-01'), validUntil: new Date('2091-02-01') });
    await isSent(world.db, id, 2);
    expect((await details(id)).outcomesEnded).toBe(false);
    await world.db.transaction().execute((trx) => endChunks(trx, [id], 100));
    await expect.poll(async () => (await details(id)).outcomesEnded).toBe(true);
    expect(codeOf(await takeBack(id))).toBe('outcomes_ended');
    await sql`update notification set is_test = false where id = ${id}`.execute(world.db);
    expect(codeOf(await correct(id))).toBe('outcomes_ended');
  });
});
