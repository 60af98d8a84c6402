import { Usage } from '@endcap/contract/core';
import { deepLink } from '@endcap/contract/deep-links';
import { emptySettings } from '@endcap/contract/settings';
import { notificationRoutes } from '@endcap/contract/notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aContent, aGroup, aNotification, aStore, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const call = (request: Parameters<FreshWorld['staff']>[0], body?: unknown) =>
  world.staff(request, { token: admin, ...(body !== undefined && { body }) });
const usageOf = async (editor: 'store-editor' | 'store-group' | 'content-editor', id: string) =>
  Usage.array().parse((await call(`GET /api/v1/${editor}/${id}/usage`)).body);
const made = async (editor: string, body: object): Promise<string> => {
  const answer = await call(`POST /api/v1/${editor}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return (answer.body as { _id: string })._id;
};

describe('usage of an item', { tags: ['D-31'] }, () => {
  test.each(['includeStores', 'excludeStores'] as const)('a store in %s of content and notifications', async (field) => {
    const store = await aStore(world.db);
    const other = await aStore(world.db);
    const item = await aContent(world.db, { title: 'Majówka', [field]: [store] });
    await aContent(world.db, { [field]: [other] });
    await aContent(world.db, { title: 'Usunięta', [field]: [store], deletedAt: new Date() });
    await world.db.deleteFrom('notificationQuota').execute();
    const sent = await made('notification-editor', aNotification({ [field]: [store] }));
    expect(await usageOf('store-editor', store)).toEqual([
      { kind: 'content', count: 1, items: [{ id: item, name: 'Majówka' }] },
      { kind: 'notification', count: 1, items: [{ id: sent, name: 'Promocja' }] },
    ]);
  });

  test.each(['includeStoreGroups', 'excludeStoreGroups'] as const)('a group in %s of content and notifications', async (field) => {
    const group = await aGroup(world.db, 'Śląsk', []);
    const item = await aContent(world.db, { title: null, name: 'Bez tytułu', [field]: [group] });
    await world.db.deleteFrom('notificationQuota').execute();
    const sent = await made('notification-editor', aNotification({ [field]: [group] }));
    expect(await usageOf('store-group', group)).toEqual([
      { kind: 'content', count: 1, items: [{ id: item, name: 'Bez tytułu' }] },
      { kind: 'notification', count: 1, items: [{ id: sent, name: 'Promocja' }] },
    ]);
  });

  test(
    'groups and staff of a store are in Polish order, so that the first are not those before Z alone',
    { tags: ['D-31', 'NFR-06'] },
    async () => {
      const store = await aStore(world.db);
      for (const name of ['Zatoka', 'Łąka', 'Śląsk', 'Lubelskie', 'Ćmielów', 'Dolina']) {
        await aGroup(world.db, name, [store]);
        const token = await world.person(`usage-${name}`, { name, storeId: store });
        await world.staff('POST /session/register-login', { token });
      }
      const [groups, staff] = await usageOf('store-editor', store);
      const first = ['Ćmielów', 'Dolina', 'Lubelskie', 'Łąka', 'Śląsk'];
      expect([groups?.kind, groups?.items.map(({ name }) => name)]).toEqual(['storeGroup', first]);
      expect([staff?.kind, staff?.items.map(({ name }) => name)]).toEqual(['staff', first]);
    },
  );

  test.each([
    ['store-editor', 'includeStores'],
    ['store-editor', 'excludeStores'],
    ['store-group', 'includeStoreGroups'],
    ['store-group', 'excludeStoreGroups'],
  ] as const)('a %s in %s of a saved audience alone', { tags: ['PLAN-06'] }, async (editor, field) => {
    const [used, other] =
      editor === 'store-group'
        ? [await aGroup(world.db, 'Śląsk', []), await aGroup(world.db, 'Duże', [])]
        : [await aStore(world.db), await aStore(world.db)];
    const save = (name: string, id: string) =>
      made('saved-audiences', { name: `${name} ${field}`, includeStoreType: field.startsWith('exclude') ? 'all' : '', [field]: [id] });
    const saved = await save('Stali', used);
    await save('Inni', other);
    await call(`DELETE /api/v1/saved-audiences/${await save('Dawni', used)}`);
    expect(await usageOf(editor, used)).toEqual([{ kind: 'savedAudience', count: 1, items: [{ id: saved, name: `Stali ${field}` }] }]);
  });

  test('lists content, notifications, popups, knowledge and settings that link to an item, but not links to longer ids', async () => {
    const item = await aContent(world.db, {});
    const link = deepLink(world.world.config.ENDCAP_APP_SCHEME, item);
    const content = await aContent(world.db, { title: 'Nawigacja', url: `${link}#3` });
    const text = await aContent(world.db, {
      title: 'Opis',
      description: `Zobacz [ofertę](${link}).`,
      publicationStart: '2026-01-01T00:00:00Z',
    });
    await aContent(world.db, { url: `${link}x`, description: `${link}0` });
    const notification = await made('notification-editor', aNotification({ url: link, isTest: true }));
    await made('notification-editor', aNotification({ url: `${link}9`, isTest: true }));
    const popup = await made('popup-editor', { name: 'Zaproszenie', text: `[Otwórz](${link}#2)`, version: '', repeat: 1 });
    const knowledge = await made('knowledge-editor', { name: 'Oferta', description: 'O ofercie', content: `Szczegóły: ${link}` });
    await call('POST /api/v1/settings-editor', { ...emptySettings, hideClientCodeText: `[Kod](${link})` });
    expect(await usageOf('content-editor', item)).toEqual([
      {
        kind: 'content',
        count: 2,
        items: [
          { id: text, name: 'Opis' },
          { id: content, name: 'Nawigacja' },
        ],
      },
      { kind: 'notification', count: 1, items: [{ id: notification, name: 'Promocja' }] },
      { kind: 'popup', count: 1, items: [{ id: popup, name: 'Zaproszenie' }] },
      { kind: 'knowledge', count: 1, items: [{ id: knowledge, name: 'Oferta' }] },
      { kind: 'settings', count: 1, items: [{ id: null, name: '' }] },
    ]);
  });

  test('names five items and counts all; the list is empty only without any reference', async () => {
    const group = await aGroup(world.db, 'Szeroka', []);
    expect(await usageOf('store-group', group)).toEqual([]);
    for (const n of times(7, (at) => at)) await aContent(world.db, { title: `Treść ${n}`, excludeStoreGroups: [group] });
    const [usage] = await usageOf('store-group', group);
    expect([usage?.kind, usage?.count, usage?.items.length]).toEqual(['content', 7, 5]);
  });
});

test(
  'a notification shows the last names of stores and groups that were deleted, and marks them as deleted',
  { tags: ['D-38', 'A-54', 'A-72'] },
  async () => {
    const [store, kept] = [await aStore(world.db, { name: 'Zamknięty' }), await aStore(world.db, { name: 'Otwarty' })];
    const group = await aGroup(world.db, 'Rozwiązana', [store]);
    await world.db.deleteFrom('notificationQuota').execute();
    const rule = { includeStoreType: '', includeStores: [store, kept], excludeStoreGroups: [group] };
    const id = await made('notification-editor', aNotification(rule));
    const names = { [store]: 'Zamknięty, Łódź', [kept]: 'Otwarty, Łódź', [group]: 'Rozwiązana' };
    expect((await call(`GET /api/v1/notification-editor/${id}`)).body).toMatchObject({ names, deleted: [] });
    await call(`DELETE /api/v1/store-editor/${store}`);
    await call(`DELETE /api/v1/store-group/${group}`);
    // Another process has not heard of the details before.
    await call(`PATCH /api/v1/notification-editor/${id}`, { validUntil: new Date(Date.now() + 3 * 86_400_000).toISOString() });
    const { body } = await world.staff(notificationRoutes.details, { params: { notificationId: id }, token: admin });
    expect(body).toMatchObject({ names });
    expect(body.deleted?.toSorted()).toEqual([store, group].toSorted());
  },
);
