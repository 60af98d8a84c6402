import { randomUUID } from 'node:crypto';
import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { type Preview, previewRoutes } from '@endcap/contract/preview';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aContent, aGroup, aStore } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { quietInstant } from '../../../test/quiet-instant.ts';
import { isOver, sendingAs, workOn } from '../../../test/sending.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.stoppedAt = null;
  await world.db.updateTable('content').set({ deletedAt: new Date() }).execute();
});

const DAY = 86_400_000;
const ask = (body: Record<string, unknown> = {}) =>
  world.staff('POST /api/v1/preview', { token: admin, body: { appVersion: '3.4.0', ...body } });
const preview = async (body: Record<string, unknown> = {}): Promise<Preview> => {
  const { status, body: result } = await ask(body);
  expect(status, JSON.stringify(result)).toBe(200);
  return previewRoutes.show.reply.parse(result);
};
const fieldsOf = async (body: Record<string, unknown>) => {
  const answer = await ask(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  return problemIn(answer).fields;
};
const titles = ({ items }: Preview) => items.map(({ title }) => title);
/** A phone that has a store as its main one and subscribes to it; its secret. */
const aPhoneOf = async (store: string): Promise<string> => {
  const push = { kind: 'token' as const, value: `token-${randomUUID()}` };
  const { body } = await world.phone(deviceRoutes.register, {
    body: { installId: randomUUID(), platform: 'android', appVersion: '3.4.0', push },
  });
  const token = body.deviceSecret ?? '';
  await world.phone(deviceRoutes.change, { token, body: { mainStoreId: store, notificationStoreIds: [store] } });
  return token;
};
const instant = (): Promise<string> => quietInstant(world.db);
const after = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('validation of the request', () => {
  test('rejects instants outside 2000–2100 and unknown stores, segments and versions, by field', { tags: ['PREV-01'] }, async () => {
    for (const at of ['1999-12-31T10:00:00Z', '2101-06-01', '0001-01-01', '9999-12-31T23:59:00-12:00'])
      expect([at, await fieldsOf({ at })]).toEqual([at, { at: ['outsideYears'] }]);
    for (const at of ['yesterday', '2026-02-30', '', '2026-12-24 08:00', 5, true])
      expect([at, await fieldsOf({ at })]).toEqual([at, { at: ['notDate'] }]);
    expect(await fieldsOf({ appVersion: 'three' })).toEqual({ appVersion: ['invalid'] });
    expect(await fieldsOf({ appVersion: undefined })).toEqual({ appVersion: ['required'] });
    expect(await fieldsOf({ storeId: 'nosuchstore', segments: ['Nikt'] })).toEqual({ storeId: ['unknown'], segments: ['unknown'] });
    expect(await fieldsOf({ storeId: '../x' })).toEqual({ storeId: ['unknown'] });
    expect(await fieldsOf({ segments: 'Rodzina' })).toEqual({ segments: ['invalid'] });
    expect((await ask({ storeId: 'nosuchstore' })).status).toBe(422);
  });

  test('rejects overlays that are invalid, of an unknown item or over the past, by field and code', { tags: ['PREV-07'] }, async () => {
    const draft = { contentType: 'leaflet', name: 'Gazetka', prevImage: null };
    expect(await fieldsOf({ overlay: { kind: 'content', draft } })).toMatchObject({ 'overlay.draft.prevImage': ['required'] });
    expect(await fieldsOf({ overlay: { kind: 'content', id: 'nosuch', draft: { ...draft, contentType: 'navigation' } } })).toMatchObject({
      'overlay.draft.prevImage': ['required'],
    });
    expect(await fieldsOf({ overlay: { kind: 'popup', id: 'nosuch', draft: { name: 'x' } } })).toEqual({ 'overlay.id': ['unknown'] });
    expect(await fieldsOf({ overlay: { kind: 'popup', draft: { name: ' ', repeat: 0, version: '>>' } } })).toEqual({
      'overlay.draft.name': ['required'],
      'overlay.draft.repeat': ['repeatRange'],
      'overlay.draft.version': ['notVersion'],
    });
    expect(await fieldsOf({ overlay: { kind: 'settings', draft: { loyalty: { thresholds: [] } } } })).toEqual({
      'overlay.draft.loyalty.thresholds': ['exactlyFour'],
    });
    const popup = { kind: 'popup', draft: { name: 'Popup' } };
    expect(await fieldsOf({ at: after(-DAY), overlay: popup })).toEqual({ at: ['inPast'] });
    expect(await fieldsOf({ overlay: { kind: 'store', draft: {} } })).toEqual({ 'overlay.kind': ['invalid'] });
  });
});

describe('content of the preview', () => {
  test('lists pinned items first, then the newest, with their tabs and whether they are clickable', { tags: ['PREV-01'] }, async () => {
    const store = await aStore(world.db, { storeType: 'super', name: 'Koszyk Hel' });
    await aContent(world.db, { title: 'Stary', publicationStart: after(-2 * DAY) });
    await aContent(world.db, { title: 'Nowy', publicationStart: after(-DAY), disabled: true });
    await aContent(world.db, { title: 'Przypięty', pinned: true, validityStart: after(DAY) });
    const elsewhere = await aContent(world.db, { title: 'Nie na starcie', publicationStart: after(-3 * DAY), hiddenOnStart: true });
    const result = await preview({ storeId: store });
    expect(titles(result)).toEqual(['Przypięty', 'Nowy', 'Stary', 'Nie na starcie']);
    expect(result.items.map(({ clickable }) => clickable)).toEqual([false, false, true, true]);
    expect(result.tabs.start).not.toContain(elsewhere);
    expect(result.tabs.flyers).toContain(elsewhere);
    expect(result.store).toMatchObject({ id: store, name: 'Koszyk Hel', deleted: false });
  });

  test(
    'lists hidden items, those nearest to being shown first, with every rule that hides them; a text filters them',
    { tags: ['PREV-03'] },
    async () => {
      const store = await aStore(world.db, { storeType: 'contact' });
      const other = await aStore(world.db);
      const group = await aGroup(world.db, 'Nad morzem', [store]);
      const end = after(-DAY);
      const coffee = { title: 'Kupon na kawę', includeStoreType: '' as const, includeStores: [other], excludeStores: [store] };
      await aContent(world.db, { ...coffee, excludeStoreGroups: [group], version: '>=4.0.0', publicationEnd: end });
      await aContent(world.db, { title: 'Jutro', publicationStart: after(DAY) });
      await aContent(world.db, { title: 'Za tydzień', publicationStart: after(7 * DAY) });
      await aContent(world.db, { title: 'Gdzie indziej', includeStoreType: '', includeStores: [other] });
      const result = await preview({ storeId: store });
      expect(result.hidden.map(({ name }) => name)).toEqual(['Jutro', 'Za tydzień', 'Gdzie indziej', 'Kupon na kawę']);
      expect(result.hidden.at(-1)?.because).toEqual([
        { because: 'over', at: end },
        { because: 'excluded' },
        { because: 'groupExcluded', groups: [group], formerGroups: [] },
        { because: 'notChosen' },
        { because: 'otherVersion', version: '>=4.0.0' },
      ]);
      expect(result.names).toEqual({ [group]: 'Nad morzem' });
      expect(await preview({ storeId: store, text: 'KAWE' })).toMatchObject({ hidden: [{ name: 'Kupon na kawę' }], hiddenTotal: 1 });
      expect((await preview()).hidden.find(({ name }) => name === 'Kupon na kawę')?.because).toContainEqual({ because: 'storeNeeded' });
    },
  );

  test(
    'lists the instants within 14 days at which items of this viewer change, without items for others',
    { tags: ['PREV-04'] },
    async () => {
      const [store, other] = [await aStore(world.db), await aStore(world.db)];
      const [starts, valid, ends] = [after(DAY), after(2 * DAY), after(3 * DAY)];
      const id = await aContent(world.db, { title: 'Gazetka', publicationStart: starts, validityStart: valid, publicationEnd: ends });
      await aContent(world.db, { title: 'Cudza', includeStoreType: '', includeStores: [other], publicationStart: after(DAY / 2) });
      await aContent(world.db, { title: 'Daleko', publicationStart: after(15 * DAY) });
      const { changes } = await preview({ storeId: store });
      expect(changes.filter(({ edited }) => !edited)).toEqual([
        { at: starts, edited: false, count: 1, items: [{ id, name: 'Gazetka', turning: 'appears' }] },
        { at: valid, edited: false, count: 1, items: [{ id, name: 'Gazetka', turning: 'becomesValid' }] },
        { at: new Date(Date.parse(ends) + 1).toISOString(), edited: false, count: 1, items: [{ id, name: 'Gazetka', turning: 'goes' }] },
      ]);
      expect(titles(await preview({ storeId: store, at: starts }))).toEqual(['Gazetka']);
      expect(titles(await preview({ storeId: store, at: ends }))).toEqual(['Gazetka']);
      expect(titles(await preview({ storeId: store, at: changes.at(-1)?.at }))).toEqual([]);
    },
  );

  test('a save is visible at once, also right after the same request', async () => {
    const id = await aContent(world.db, { title: 'Przed' });
    expect(titles(await preview())).toEqual(['Przed']);
    await world.db.updateTable('content').set({ title: 'Po' }).where('id', '=', id).execute();
    expect(titles(await preview())).toEqual(['Po']);
    await world.db.updateTable('content').set({ deletedAt: new Date() }).where('id', '=', id).execute();
    expect(titles(await preview())).toEqual([]);
  });

  test('an unsaved form is shown in its place, and nothing is saved', { tags: ['PREV-07'] }, async () => {
    await aContent(world.db, { title: 'Pierwsza', publicationStart: after(-DAY) });
    await sql`insert into stored_file (name, content_hash, bytes, uploaded_by, asked_at)
      values (${`${'a'.repeat(32)}.png`}, sha256('a'), 1, 'admin', now())`.execute(world.db);
    const validity = { validityStart: after(-DAY), validityEnd: after(DAY) };
    const id = await aContent(world.db, { title: 'Zapisana', publicationStart: after(-2 * DAY), ...validity });
    const { body: stored } = await world.staff(`GET /api/v1/content-editor/${id}`, { token: admin });
    const draft = { ...(stored as Record<string, unknown>), title: 'W formularzu', pinned: true };
    const result = await preview({ overlay: { kind: 'content', id, draft } });
    expect(titles(result)).toEqual(['W formularzu', 'Pierwsza']);
    expect(
      titles(await preview({ overlay: { kind: 'content', draft: { ...draft, pinned: false, publicationStart: after(-3 * DAY) } } })),
    ).toEqual(['Pierwsza', 'Zapisana', 'W formularzu']);
    const hidden = await preview({
      overlay: {
        kind: 'content',
        id,
        draft: { ...draft, publicationStart: after(DAY), validityStart: after(DAY), validityEnd: after(2 * DAY) },
      },
    });
    expect(hidden.hidden).toContainEqual(expect.objectContaining({ id, name: 'W formularzu' }));
    expect(titles(await preview())).toEqual(['Pierwsza', 'Zapisana']);

    const popup = { kind: 'popup', draft: { name: 'Nowy', text: 'Dzień *dobry*' } };
    expect((await preview({ overlay: popup })).popups).toMatchObject([{ text: 'Dzień *dobry*', remaining: 1 }]);
    expect((await preview()).popups).toEqual([]);
    const settings = { kind: 'settings', draft: { appName: 'Inna', loyalty: { questions: [{ question: 'Co?', answer: 'To' }] } } };
    expect(await preview({ overlay: settings })).toMatchObject({
      brand: { name: 'Inna' },
      settings: { loyalty: { questions: [{ question: 'Co?' }] } },
    });
    expect((await preview()).brand.name).toBe('Endcap');
  });

  test('shows the valid notifications that a phone of the store has in its inbox', { tags: ['PREV-01'] }, async () => {
    const [store, other] = [await aStore(world.db), await aStore(world.db)];
    const [secret] = [await aPhoneOf(store), await aPhoneOf(other)];
    const { send, until } = sendingAs(
      () => world,
      () => admin,
    );
    const worker = workOn(world);
    const own = await send({ title: 'Dla sklepu', validUntil: after(DAY) }, store);
    const chosen = await send({ title: 'Dla wybranych', includeStoreType: '', includeStores: [store] });
    const others = await send({ title: 'Dla innego' }, other);
    for (const id of [own, chosen, others]) await until(id, isOver);
    await worker.stop();
    const inbox = (await world.phone(deviceRoutes.inbox, { token: secret })).body.items;
    expect(inbox.map(({ title }) => title)).toEqual(['Dla wybranych', 'Dla sklepu']);
    const result = await preview({ storeId: store });
    expect(result.notifications.map(({ _id, title }) => [_id, title])).toEqual(inbox.map(({ _id, title }) => [_id, title]));
    expect((await preview({ storeId: store, at: after(2 * DAY) })).notifications.map(({ title }) => title)).toEqual(['Dla wybranych']);
    expect((await preview()).notifications).toEqual([]);
    expect(result.changes.flatMap(({ items }) => items)).toContainEqual({ id: own, name: 'Dla sklepu', turning: 'expires' });
    expect((await world.staff(notificationRoutes.list, { token: admin, query: {} })).body.total).toBe(3);

    // Phones do not show sends that no phone received: cancelled in time, or stopped with the first wave.
    const sendAgain = async (title: string): Promise<string> => {
      await sql`delete from notification_quota`.execute(world.db);
      return send({ title }, store);
    };
    const shown = async () => (await preview({ storeId: store })).notifications.map(({ title }) => title);
    const [cancelled, stopped] = [await sendAgain('Odwołane'), await sendAgain('Zatrzymane')];
    expect(await shown()).toEqual(['Zatrzymane', 'Odwołane', 'Dla wybranych', 'Dla sklepu']);
    await sql`update fan_out set state = 'cancelled', finished_at = now() where notification_id = ${cancelled}`.execute(world.db);
    await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, failed)
      values (${stopped}, 0, 1, 1, '{1}', '\\x05', 0, 1)`.execute(world.db);
    await sql`update fan_out set state = 'stopped', chunks = 1, finished_at = now() where notification_id = ${stopped}`.execute(world.db);
    expect(await shown()).toEqual(['Dla wybranych', 'Dla sklepu']);
  });

  test('a push is an upcoming change in a preview of an instant before it was sent', { tags: ['PREV-04'] }, async () => {
    const store = await aStore(world.db);
    const before = await instant();
    const { send } = sendingAs(
      () => world,
      () => admin,
    );
    const id = await send({ title: 'Później', validUntil: after(3 * DAY) }, store);
    const result = await preview({ storeId: store, at: before });
    expect(result.notifications).toEqual([]);
    const turns = result.changes.flatMap(({ items }) => items).filter((item) => item.id === id);
    expect(turns.map(({ name, turning }) => [name, turning])).toEqual([
      ['Później', 'arrives'],
      ['Później', 'expires'],
    ]);
    // One that was planned arrives as it is when it starts, however often it was changed before.
    const other = await aStore(world.db);
    const plan = await send({ title: 'Plan', validUntil: after(3 * DAY) }, other);
    const planned = await instant();
    await sql`insert into history (actor, entity, entity_id, action, changes) values ('admin', 'notification', ${plan}, 'update', '{"title": ["Stary plan", "Plan"]}')`.execute(
      world.db,
    );
    await sql`update notification set created_at = now() + interval '1 day' where id = ${plan}`.execute(world.db);
    const ahead = (await preview({ storeId: other, at: planned })).changes.flatMap(({ items }) => items);
    expect(ahead).toContainEqual({ id: plan, name: 'Plan', turning: 'arrives' });
  });

  test(
    'a past instant shows items as they were, also deleted ones; one before the history is rejected',
    { tags: ['PREV-06', 'PREV-04'] },
    async () => {
      await world.db
        .insertInto('storedFile')
        .values({ name: `${'b'.repeat(32)}.png`, contentHash: Buffer.from('b'), bytes: 1, uploadedBy: 'admin', askedAt: new Date() })
        .execute();
      const call = (request: `${'POST' | 'PATCH' | 'DELETE'} ${string}`, body?: unknown) =>
        world.staff(request, { token: admin, ...(body !== undefined && { body }) });
      const validity = { validityStart: after(-2 * DAY), validityEnd: after(2 * DAY) };
      const draft = {
        contentType: 'leaflet',
        name: 'Gazetka',
        title: 'Wczoraj',
        prevImage: `cloudinary:${'b'.repeat(32)}.png`,
        version: '',
      };
      const { body: made } = await call('POST /api/v1/content-editor', { ...draft, ...validity });
      const { _id } = made as { _id: string };
      const first = await instant();
      await call(`PATCH /api/v1/content-editor/${_id}`, { title: 'Dziś' });
      await call('POST /api/v1/popup-editor', { name: 'Popup', text: 'Cześć' });
      const second = await instant();
      await call(`DELETE /api/v1/content-editor/${_id}`);
      expect(titles(await preview())).toEqual([]);
      const then = await preview({ at: first });
      expect([titles(then), then.isPast, then.popups]).toEqual([['Wczoraj'], true, []]);
      expect(then.changes.filter(({ edited, at }) => edited && at > first).length).toBeGreaterThanOrEqual(2);
      const later = await preview({ at: second });
      expect([titles(later), later.popups.map(({ text }) => text)]).toEqual([['Dziś'], ['Cześć']]);
      // To and fro: what was kept of one instant is not the other's.
      expect(titles(await preview({ at: first }))).toEqual(['Wczoraj']);
      expect(await fieldsOf({ at: '2000-01-01T00:00:00Z' })).toEqual({ at: ['beforeHistory'] });
    },
  );

  test(
    'accepts a removed segment in previews and evidence, as phones do, and rejects an unknown one',
    { tags: ['PREV-06', 'PREV-08', 'A-78'] },
    async () => {
      await world.db.insertInto('segment').values({ name: 'Lato' }).execute();
      await aContent(world.db, { title: 'Dla lata', segments: ['Lato'] });
      // The history has begun.
      await world.staff('POST /api/v1/popup-editor', { token: admin, body: { name: 'Popup', text: 'Cześć' } });
      const then = await instant();
      await world.db.updateTable('segment').set({ deletedAt: new Date() }).where('name', '=', 'Lato').execute();
      expect(titles(await preview({ segments: ['Lato'] }))).toEqual(['Dla lata']);
      expect((await preview({ segments: ['Lato'], at: then })).isPast).toBe(true);
      const evidence = await world.staff('POST /api/v1/evidence', {
        token: admin,
        body: { appVersion: '3.4.0', segments: ['Lato'], at: then },
      });
      expect(evidence.status, JSON.stringify(evidence.body)).toBe(200);
      expect(await fieldsOf({ segments: ['Lato', 'Nikt'] })).toEqual({ segments: ['unknown'] });
    },
  );
});
