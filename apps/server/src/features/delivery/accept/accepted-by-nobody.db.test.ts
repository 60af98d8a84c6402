import { calendarRoutes } from '@endcap/contract/calendar';
import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { deepLink } from '@endcap/contract/deep-links';
import { deviceRoutes } from '@endcap/contract/devices';
import { linkRoutes } from '@endcap/contract/links';
import { attentionRoutes, type ListedState, notificationRoutes, repeatedRoutes } from '@endcap/contract/notifications';
import { evidenceRoutes, previewRoutes } from '@endcap/contract/preview';
import { storeRoutes } from '@endcap/contract/stores';
import { dayAfter } from '@endcap/contract/trading-days';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { aContent, aStore, phones, secretOf } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { quietInstant } from '../../../../test/quiet-instant.ts';
import { endings, isOver, sendingAs, workOn } from '../../../../test/sending.ts';
import { claimChunk, writeCheckpoint } from '../chunk/chunk.repository.ts';
import { expandNext } from '../expand/expand-fan-out.repository.ts';
import { noteFirstAcceptances } from '../report/note-first-acceptances.repository.ts';
import { ACCEPTED, tally } from '../outcome.ts';
import { endChunks } from '../report/past-chunk.repository.ts';

type Sent = { id: string; title: string; store: string; item: string; inboxes: string[] };

let world: FreshWorld;
let admin: string;
let failed: Sent;
let partly: Sent;
const { send, until } = sendingAs(
  () => world,
  () => admin,
);

/** A store with phones at some addresses, and a send of its own that leads to an item; the phones it was accepted for are alive. */
const sentTo = async (title: string, { dead, alive }: { dead: number; alive: number }): Promise<Sent> => {
  const store = await aStore(world.db, { name: title });
  const of = { main: store, subscribed: [store] };
  const addresses = await phones(world.db, { ...of, count: dead, prefix: 'dead' });
  if (alive > 0) addresses.push(...(await phones(world.db, { ...of, count: alive })));
  const item = await aContent(world.db, { name: title });
  const id = await send({ title, content: title, url: deepLink(world.world.config.ENDCAP_APP_SCHEME, item) }, store);
  return { id, title, store, item, inboxes: addresses.map(secretOf) };
};

beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  // The history begins.
  await world.staff('POST /api/v1/popup-editor', { token: admin, body: { name: 'Popup', text: 'Cześć' } });
  failed = await sentTo('Nikt', { dead: 3, alive: 0 });
  partly = await sentTo('Niektórzy', { dead: 2, alive: 1 });
  const worker = workOn(world);
  for (const { id } of [failed, partly]) await until(id, isOver);
  // The worker notes the end of a send after the last outcome.
  await vi.waitFor(async () => expect((await sql`select from fan_out where finished_at is null`.execute(world.db)).rows).toEqual([]), {
    timeout: inject('patience').state,
  });
  await worker.stop();
});
afterAll(() => world.close());

const today = warsawDay(new Date());
const titlesOf = (items: readonly { title: string }[]): string[] => items.map(({ title }) => title);

/** Checks, for each view of the product, if it shows a send as something that customers have or had. */
const views: Record<string, (sent: Sent) => Promise<boolean>> = {
  'the preview': async ({ title, store }) => {
    const { body } = await world.staff(previewRoutes.show, { token: admin, body: { appVersion: '3.4.0', storeId: store } });
    const arrives = body.changes.flatMap(({ items }) => items).some(({ name, turning }) => name === title && turning === 'arrives');
    const isShown = titlesOf(body.notifications).includes(title);
    expect(arrives).toBe(isShown);
    return isShown;
  },
  evidence: async ({ title, store }) => {
    const at = await quietInstant(world.db);
    const { body } = await world.staff(evidenceRoutes.read, { token: admin, body: { appVersion: '3.4.0', storeId: store, at } });
    return titlesOf(body.shown.notifications).includes(title);
  },
  'the day sheet': async ({ title, store }) =>
    titlesOf((await world.staff(daySheetRoutes.read, { token: admin, query: { storeId: store } })).body.pushes).includes(title),
  'the calendar': async ({ title, store }) => {
    const query = { from: today, to: dayAfter(today, 1), storeId: store, type: 'notification' as const };
    const { body } = await world.staff(calendarRoutes.read, { token: admin, query });
    return body.items.some(({ name }) => name === title);
  },
  'the warning of a repeated text': async ({ id, title, store }) => {
    const { body } = await world.staff(repeatedRoutes.repeated, { token: admin, body: { title, content: title }, store });
    return body.earlier?._id === id;
  },
  'what leads to an item': async ({ id, item }) =>
    (await world.staff(linkRoutes.leadingTo, { token: admin, params: { contentId: item } })).body.some((one) => one.id === id),
  'what a delete of the store touches': async ({ store }) =>
    (await world.staff(storeRoutes.usage, { token: admin, params: { storeId: store } })).body.some(({ kind }) => kind === 'notification'),
  'the quota of the day': async ({ store }) =>
    (await world.staff(notificationRoutes.canSend, { token: admin, query: {}, store })).body.reason === 'quota',
  'what else they get': async ({ store }) => {
    const { body } = await world.staff(attentionRoutes.forecast, { token: admin, body: {}, store });
    return body.week > 0;
  },
  'the list of what was sent': async ({ id }) => {
    const listed = async (state: ListedState): Promise<boolean> =>
      (await world.staff(notificationRoutes.list, { token: admin, query: { state } })).body.items.some(({ _id }) => _id === id);
    const isSent = await listed('sent');
    expect(await listed('stopped')).toBe(!isSent);
    return isSent;
  },
};

test('the inbox of a phone has only messages that were accepted for it', { tags: ['APP-10'] }, async () => {
  const inboxOf = async (token: string) => titlesOf((await world.phone(deviceRoutes.inbox, { token })).body.items);
  expect(await Promise.all(failed.inboxes.map(inboxOf))).toEqual([[], [], []]);
  expect(await Promise.all(partly.inboxes.map(inboxOf))).toEqual([[], [], [partly.title]]);
});

const forgetInstants = () => sql`update fan_out set first_accepted_at = null`.execute(world.db);

describe.each([
  ['while the outcome of each phone is kept', async () => {}],
  ['where the version before noted no first acceptance', forgetInstants],
  ['after the outcomes of the phones have ended', () => endChunks(world.db, [failed.id, partly.id], 100)],
  ['once the upkeep has noted it', () => noteFirstAcceptances(world.db, () => false)],
])('%s', (_, prepare: () => Promise<unknown>) => {
  beforeAll(async () => {
    // Phones get new addresses when their owners open the app.
    await sql`update device set push_kind = 'token', push_value = 'token-' || seq`.execute(world.db);
    await prepare();
  });
  test.each(Object.keys(views))(
    '%s has a send that one phone accepted, and none that failed at every phone',
    { tags: ['E-60'] },
    async (view) => {
      const shows = views[view];
      if (!shows) throw new Error(view);
      expect({ failed: await shows(failed), partly: await shows(partly) }).toEqual({ failed: false, partly: true });
    },
  );
});

test('the upkeep notes of sends of the version before, as their first acceptance, when they were sent', { tags: ['E-60'] }, async () => {
  const { rows } = await sql<{ id: string; isNoted: boolean }>`
    select notification_id as id, first_accepted_at is not distinct from created_at as is_noted from fan_out`.execute(world.db);
  expect(new Map(rows.map(({ id, isNoted }) => [id, isNoted]))).toEqual(
    new Map([
      [failed.id, false],
      [partly.id, true],
    ]),
  );
});

/** Sends to two phones and writes that the second accepted it; before that, a worker of the version before may have written that the first did. */
const firstAcceptanceOf = async ({ otherChunk }: { otherChunk: boolean }) => {
  const store = await aStore(world.db);
  await phones(world.db, { main: store, subscribed: [store], count: 2 });
  const id = await send({}, store);
  await expandNext(world.db, endings);
  await sql`update fan_out set created_at = created_at - interval '2 hours' where notification_id = ${id}`.execute(world.db);
  if (otherChunk)
    await sql`insert into fan_out_chunk (notification_id, no, first_device, last_device, devices, outcomes, pending, successful)
      select notification_id, no + 1, first_device, last_device, devices[1:1], decode('01', 'hex'), 0, 1 from fan_out_chunk where notification_id = ${id}`.execute(
      world.db,
    );
  const chunk = await claimChunk(world.db, id, { owner: 'me', seconds: 30 });
  if (!chunk) throw new Error('no chunk');
  const outcomes = new Uint8Array(chunk.devices.length).fill(ACCEPTED);
  const facts = { messageId: null, mayBeFirst: true, refusal: null, sampled: true, next: { is: 'release', afterMs: 0 } } as const;
  const noted = { outcomes, tally: tally(outcomes), marks: null, unknownBy: null, textVersion: null, dead: [] };
  expect(await writeCheckpoint(world.db, chunk, { ...facts, ...noted })).toBe(true);
  const { rows } = await sql<{ isOfSend: boolean; isOfNow: boolean }>`
    select first_accepted_at = created_at as is_of_send, first_accepted_at > created_at + interval '1 hour' as is_of_now
    from fan_out where notification_id = ${id}`.execute(world.db);
  return rows[0];
};
test(
  'a send that an old worker began counts as accepted since it was sent, not since the next acceptance',
  { tags: ['E-60'] },
  async () => {
    expect(await firstAcceptanceOf({ otherChunk: true })).toEqual({ isOfSend: true, isOfNow: false });
  },
);
test('the first acceptance of a send is noted when it is written', { tags: ['E-60'] }, async () => {
  expect(await firstAcceptanceOf({ otherChunk: false })).toEqual({ isOfSend: false, isOfNow: true });
});
