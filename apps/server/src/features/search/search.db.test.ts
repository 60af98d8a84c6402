import { searchRoutes } from '@endcap/contract/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aContent, aGroup, aNotification, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const find = async (text: string, token = admin) => {
  const { status, body } = await world.staff(searchRoutes.find, { query: { text }, token });
  expect(status).toBe(200);
  return body.items;
};
const labels = async (text: string): Promise<string[]> => (await find(text)).map(({ label }) => label);

describe('EDIT-04: one search over everything that has a name', () => {
  test('items of all kinds by name, title, number, address and id; Polish letters and case folded', async () => {
    const store = await aStore(world.db, { storeNo: 118, name: 'Koszyk Świętochłowice', street: 'ul. Żwirki 4', city: 'Bytom' });
    const group = await aGroup(world.db, 'Śląsk wschodni', []);
    const content = await aContent(world.db, { name: 'gazetka-48', title: 'Łosoś w dobrej cenie' });
    const popup = await world.staff('POST /api/v1/popup-editor', {
      token: admin,
      body: { name: 'Życzenia świąteczne', text: 'Wesołych świąt', version: '>=1.0.0', repeat: 1 },
    });
    expect(popup.status).toBe(201);
    for (const [text, kind, id] of [
      ['118', 'store', store],
      ['swietochlowice', 'store', store],
      ['ŻWIRKI byt', 'store', store],
      [store, 'store', store],
      ['slask WSCH', 'storeGroup', group],
      ['gazetka-48', 'content', content],
      ['losos', 'content', content],
      [content, 'content', content],
      ['zyczenia', 'popup', (popup.body as { _id: string })._id],
    ] as const)
      expect(
        (await find(text)).map((found) => [found.kind, found._id]),
        text,
      ).toContainEqual([kind, id]);
  });

  test('the number of a store before names that hold it, a beginning before a middle, newer before older', async () => {
    await aStore(world.db, { storeNo: 204, name: 'Koszyk Gdynia' });
    await aStore(world.db, { storeNo: 31, name: 'Koszyk Nowy 204' });
    expect((await labels('204')).slice(0, 2)).toEqual(['204 · Koszyk Gdynia', '31 · Koszyk Nowy 204']);
    const old = await aContent(world.db, { name: 'Wakacje 2025', title: null });
    await sql`update content set updated_at = now() - interval '1 year' where id = ${old}`.execute(world.db);
    await aContent(world.db, { name: 'Wakacje 2026', title: null });
    await aContent(world.db, { name: 'Letnie wakacje', title: null });
    expect(await labels('wakacje')).toEqual(['Wakacje 2026', 'Wakacje 2025', 'Letnie wakacje']);
  });

  test('what is renamed is found by the new name alone, what is deleted not at all', async () => {
    const id = await aContent(world.db, { name: 'Przedtem tak', title: null });
    await sql`update content set name = 'Potem inaczej' where id = ${id}`.execute(world.db);
    expect([await labels('przedtem'), await labels('potem inaczej')]).toEqual([[], ['Potem inaczej']]);
    await sql`update content set deleted_at = now() where id = ${id}`.execute(world.db);
    expect(await labels('potem inaczej')).toEqual([]);
  });

  test.each(['kukurydza', 'kukurudza', 'kukurydzaa', 'kukuyrdza', 'kokurydza', 'kukurydz puszka', 'kukurudza puzska'])(
    'a typing error of one letter is forgiven: %s',
    async (typed) => {
      const id = await aContent(world.db, { name: 'Kukurydza w puszce, puszka 400 g', title: null });
      expect((await find(typed)).map(({ _id }) => _id)).toContain(id);
      await sql`delete from content where id = ${id}`.execute(world.db);
    },
  );

  test('staff find the notifications of their own store and nothing else; without a store nothing', async () => {
    const storeId = await aStore(world.db);
    const token = await world.person('search-staff', { storeId });
    await world.db.deleteFrom('notificationQuota').execute();
    const own = await world.staff('POST /api/v1/notification-editor', { token, body: aNotification({ title: 'Własne wieści' }) });
    expect(own.status, JSON.stringify(own.body)).toBe(201);
    await aContent(world.db, { name: 'Wieści dla klientów', title: null });
    await world.staff('POST /api/v1/notification-editor', { token: admin, body: aNotification({ title: 'Cudze wieści' }) });
    expect((await find('wieści', token)).map(({ label }) => label)).toEqual(['Własne wieści']);
    expect((await labels('wieści')).toSorted()).toEqual(['Cudze wieści', 'Wieści dla klientów', 'Własne wieści']);
    expect(await find('wieści', await world.person('search-nobody', {}))).toEqual([]);
  });

  test.each(['a'.repeat(10_000), `%_\\'"<>`, '%', '_', 'שלום עולם', '\u202eabc', '\0', '   ', ''])(
    '%j is answered with what it finds',
    async (text) => {
      expect(await find(text)).toEqual([]);
    },
  );
});
