import { searchRoutes } from '@endcap/contract/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aContent, aGroup, aNotification, aStore, times } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { neighboursOf } from './one-edit.ts';

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

describe('one search over everything that has a name', { tags: ['EDIT-04'] }, () => {
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

  test('the number of a store before names that contain it, a beginning before a middle, newer before older', async () => {
    await aStore(world.db, { storeNo: 204, name: 'Koszyk Gdynia' });
    await aStore(world.db, { storeNo: 31, name: 'Koszyk Nowy 204' });
    expect((await labels('204')).slice(0, 2)).toEqual(['204 · Koszyk Gdynia', '31 · Koszyk Nowy 204']);
    const old = await aContent(world.db, { name: 'Wakacje 2025', title: null });
    await sql`update content set updated_at = now() - interval '1 year' where id = ${old}`.execute(world.db);
    await aContent(world.db, { name: 'Wakacje 2026', title: null });
    await aContent(world.db, { name: 'Letnie wakacje', title: null });
    expect(await labels('wakacje')).toEqual(['Wakacje 2026', 'Wakacje 2025', 'Letnie wakacje']);
  });

  test('lists content by its title, with its internal name beside it, and finds it by either', async () => {
    const seen = await aContent(world.db, { name: 'gz-51-ost', title: 'Wielka wyprzedaż zabawek' });
    const both = await aContent(world.db, { name: 'Klocki', title: 'Klocki' });
    const bare = await aContent(world.db, { name: 'Bez tytułu dla nikogo', title: null });
    const shownBy = async (text: string) => (await find(text)).map(({ _id, label, name }) => [_id, label, name]);
    for (const text of ['gz-51', 'wielka wyprz', seen, 'wyprzedsz'])
      expect(await shownBy(text), text).toEqual([[seen, 'Wielka wyprzedaż zabawek', 'gz-51-ost']]);
    expect(await shownBy('klocki')).toEqual([[both, 'Klocki', null]]);
    expect(await shownBy('bez tytulu')).toEqual([[bare, 'Bez tytułu dla nikogo', null]]);
    await sql`update content set title = 'Mała wyprzedaż' where id = ${seen}`.execute(world.db);
    expect(await labels('gz-51')).toEqual(['Mała wyprzedaż']);
  });

  test('finds a store by its displayed label, before newer ones that contain its words elsewhere', async () => {
    const store = await aStore(world.db, { storeNo: 1, name: 'Koszyk Gdynia' });
    for (const storeNo of times(8, (n) => 101 + n)) await aStore(world.db, { storeNo, name: 'Koszyk Gdynia' });
    expect(await find('1 · Koszyk Gdynia')).toMatchObject([{ _id: store }, ...times(5, () => ({ kind: 'store' }))]);
    expect(await labels('108 ·')).toEqual(['108 · Koszyk Gdynia']);
  });

  test.each([
    ['Kupon – kawa', ['Kupon – kawa', 'kupon - kawa', 'kawa – kupon', 'Kawa taniej']],
    ['Mleko „Bio” ½ l', ['Mleko „Bio” ½ l', '„Bio”', '"bio"', '½', '(mlekko: bio)']],
    ['Smørrebrød à la Weiß', ['Smørrebrød à la Weiß', 'smorrebrod', 'weiss']],
  ])('finds %s by its name, regardless of its punctuation and foreign letters', async (name, texts) => {
    const id = await aContent(world.db, { name, title: 'Kawa taniej' });
    for (const text of texts) expect((await find(text)).map(({ _id }) => _id)[0], text).toBe(id);
    await sql`delete from content where id = ${id}`.execute(world.db);
  });

  test('an exact match of the text excludes items that only contain its parts', async () => {
    const meant = await aContent(world.db, { name: 'Napój 1+1 gratis', title: null });
    for (const n of times(8, (at) => at)) await aContent(world.db, { name: `Gratis ${n} od 100 zł`, title: null });
    expect((await find('1+1 gratis')).map(({ _id }) => _id)).toEqual([meant]);
    expect(await labels('1+0 gratis')).toContain('Gratis 7 od 100 zł');
  });

  test('a title that begins with the text comes before newer items that only contain it', async () => {
    const title = 'Rabarbar z Podlasia';
    const meant = await aContent(world.db, { name: 'x1', title });
    for (let n = 0; n < 8; n += 1) await aContent(world.db, { name: `Kompot ${n}: rabarbar z Podlasia`, title: null });
    expect((await find('rabarbar z')).map(({ _id }) => _id)[0]).toBe(meant);
  });

  test('a renamed item is found only by its new name, a deleted one not at all', async () => {
    const id = await aContent(world.db, { name: 'Przedtem tak', title: null });
    await sql`update content set name = 'Potem inaczej' where id = ${id}`.execute(world.db);
    expect([await labels('przedtem'), await labels('potem inaczej')]).toEqual([[], ['Potem inaczej']]);
    await sql`update content set deleted_at = now() where id = ${id}`.execute(world.db);
    expect(await labels('potem inaczej')).toEqual([]);
  });

  test.each(['kukurydza', 'kukurudza', 'kukurydzaa', 'kukuyrdza', 'kokurydza', 'kukurydz puszka', 'kukurudza puzska'])(
    'tolerates a typing error of one letter: %s',
    async (typed) => {
      const id = await aContent(world.db, { name: 'Kukurydza w puszce, puszka 400 g', title: null });
      expect((await find(typed)).map(({ _id }) => _id)).toContain(id);
      await sql`delete from content where id = ${id}`.execute(world.db);
    },
  );

  test('tolerates every typing error of one letter in words of four letters and more, in any of several words', async () => {
    const id = await aContent(world.db, { name: 'Mżyg w zalewie', title: null });
    const letters = ['a', 'z', '7'];
    const typed = [...neighboursOf('mzyg', letters)].filter((one) => one.length >= 4);
    expect(typed.length).toBeGreaterThan(20);
    for (const one of [...typed, 'mzgy', 'xzyg', 'mzgy zalweie', 'zlewie mzyx'])
      expect(
        (await find(one)).map(({ _id }) => _id),
        one,
      ).toContain(id);
    expect(await find('mzgyx')).toEqual([]);
    expect(await find('mzgy ocet')).toEqual([]);
    await sql`delete from content where id = ${id}`.execute(world.db);
  });

  test('a misspelt word finds the newest of many items, and another word narrows them down', async () => {
    await sql`insert into popup (id, name, version, repeat, updated_at)
      select 'many' || n, 'Hulajnoga ' || n, '', 1, now() - make_interval(mins => n) from generate_series(1, 700) n`.execute(world.db);
    expect(await labels('hulanjoga')).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Hulajnoga ${n}`));
    expect(await labels('hulajnga 688')).toEqual(['Hulajnoga 688']);
    // After a rename, the search finds the new names and no longer the old ones.
    await sql`update popup set name = 'Rolki ' || id where id like 'many%'`.execute(world.db);
    expect(await labels('hulanjoga')).toEqual([]);
    expect(await labels('rolik many688')).toEqual(['Rolki many688']);
    // A word that there is may be meant for another, but only when nothing has it.
    await sql`insert into popup (id, name, version, repeat) values ('manya', 'Rolka taśmy', '', 1), ('manyb', 'Łyżwy szybkie', '', 1)`.execute(
      world.db,
    );
    expect(await labels('rolka tasmx')).toEqual(['Rolka taśmy']);
    await sql`update popup set name = 'Rolki szybkie' where id = 'manyb'`.execute(world.db);
    expect(await labels('rolka szybkie')).toEqual(['Rolki szybkie']);
    await sql`delete from popup where id like 'many%'`.execute(world.db);
  });

  test('staff find only the notifications of their own store, and nothing without a store', async () => {
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
