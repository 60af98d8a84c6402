import { contentRoutes } from '@endcap/contract/content';
import { storedNamesIn } from '@endcap/contract/files';
import { popupRoutes } from '@endcap/contract/popups';
import { settingsRoutes } from '@endcap/contract/settings';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSealing, verifySeals } from '../../apps/server/src/features/history/index.ts';
import { createPast } from '../../apps/server/src/features/past/index.ts';
import { openFiles } from '../../apps/server/src/open-files.ts';
import { type FreshWorld, freshWorld } from '../../apps/server/test/fresh-world.ts';
import { type DemoEdit, demoEdits, demoId, demoItems, resolveDays, seed } from '../../sandbox/src/seed/index.ts';
import { playEdits } from './play-edits.ts';

const DAY_MS = 86_400_000;
const now = Date.now();
const edits = demoEdits(now);
let world: FreshWorld;
let token: string;
beforeAll(async () => {
  world = await freshWorld();
  expect(await seed({ databaseUrl: world.databaseUrl, devices: 40, isBefore: true })).toBe(true);
  await playEdits({ db: world.db, stores: openFiles(world.world), appScheme: 'endcap://' }, edits);
  token = await world.tokenOf('admin');
}, 120_000);
afterAll(() => world.close());

type Fields = Record<string, unknown>;
/** Returns the expected items of a kind at an instant, by their keys in the script. */
const expectedAt = (kind: DemoEdit['kind'], at: number): Map<string, Fields> => {
  const items = new Map<string, Fields>();
  for (const edit of edits.filter((one) => one.kind === kind && one.at <= at)) {
    if (edit.action === 'delete') items.delete(edit.item);
    else items.set(edit.item, { ...items.get(edit.item), ...edit.fields });
  }
  return items;
};
/** Returns the fields that the script contains literally, without placeholders of files, links and ids. */
const plain = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) =>
        !/Image|File|Stores|Groups|discountValue|phone/.test(field) && !/^image:|\(item:/.test(String(value)) && typeof value !== 'object',
    ),
  );
const byName = (rows: readonly Fields[]): Map<unknown, Fields> => new Map(rows.map((row) => [row['name'], row]));
const stateAt = async (at: number) => {
  const { state } = await createPast({ db: world.db }).stateAt(new Date(at));
  if (!state) throw new Error('before the history');
  const ids = state.items.map(({ _id }) => _id);
  return { ...state, items: await state.whole(world.db, ids) };
};
const seal = async (): Promise<void> => {
  const sealing = startSealing(world.db, (error) => expect(error).toBeNull());
  await expect.poll(async () => (await verifySeals(world.db)).open).toBe(0);
  await sealing.stop();
};

test('the script has over 200 edits by six people on weekdays of the last three months', { tags: ['issue-20.4'] }, () => {
  expect(edits.length).toBeGreaterThan(200);
  expect(new Set(edits.map(({ by }) => by)).size).toBe(6);
  const days = edits.map(({ at }) => new Date(at).toLocaleDateString('en', { weekday: 'short', timeZone: 'Europe/Warsaw' }));
  expect(days.filter((day) => day === 'Sat' || day === 'Sun')).toEqual([]);
  expect([edits[0]?.at ?? 0, edits.at(-1)?.at ?? 0].map((at) => Math.round((now - at) / DAY_MS))).toEqual([
    expect.toSatisfy((first: number) => first >= 91 && first <= 95),
    expect.toSatisfy((last: number) => last <= 4),
  ]);
});

test('the state at any time of the three months matches the script', { tags: ['issue-20.4', 'HIST-09'] }, async () => {
  const begins = edits[0]?.at ?? 0;
  const seen = new Set<string>();
  for (let at = begins; at <= now; at += 4.5 * DAY_MS) {
    const { items, popups, settings, stores } = await stateAt(at);
    for (const [kind, rows] of [
      ['content', byName(items)],
      ['popup', byName(popups)],
    ] as const) {
      const expected = expectedAt(kind, at);
      expect([...rows.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
      for (const [name, fields] of expected)
        expect(rows.get(name), `${name} at ${new Date(at).toISOString()}`).toMatchObject(plain(fields));
    }
    expect(settings).toMatchObject(plain(expectedAt('settings', at).get('settings') ?? {}));
    for (const [item, { includeStores }] of expectedAt('storeGroup', at)) {
      if (item === 'Sklepy z piekarnią' || !Array.isArray(includeStores)) continue;
      const members = stores.filter(({ groups }) => groups.includes(demoId('group', item))).map(({ id }) => id);
      expect(members.toSorted()).toEqual(includeStores.map((no) => demoId('store', no)).toSorted());
    }
    seen.add(JSON.stringify([items.map(({ title }) => title).toSorted(), settings.signatureValid]));
  }
  expect(seen.size).toBeGreaterThan(15);
});

test('the last edits lead to the current demo data, and the APIs return each row as last changed', { tags: ['issue-20.4'] }, async () => {
  const { items, popups, settings, stores } = await stateAt(now);
  for (const [no, sundayRule] of [
    [120, 'always'],
    [137, 'never'],
    [101, 'tradingSundays'],
  ] as const)
    expect((await world.staff(storeRoutes.details, { token, params: { storeId: demoId('store', no) } })).body).toMatchObject({
      sundayRule,
    });
  expect(items.map(({ name }) => name).toSorted()).toEqual([...demoItems.keys()].toSorted());
  for (const { _id, ...version } of items) {
    expect(expectedAt('content', now).get(String(version.name))).toMatchObject(
      plain(resolveDays(now, demoItems.get(String(version.name)) ?? {})),
    );
    expect((await world.staff(contentRoutes.details, { token, params: { contentId: _id } })).body).toMatchObject(version);
  }
  for (const { _id, ...version } of popups)
    expect((await world.staff(popupRoutes.details, { token, params: { popupId: String(_id) } })).body).toMatchObject(version);
  expect((await world.staff(settingsRoutes.read, { token })).body).toMatchObject(settings);
  for (const name of ['Małopolska', 'Ściana wschodnia', 'Trójmiasto i Pomorze']) {
    const { body } = await world.staff(storeGroupRoutes.details, { token, params: { storeGroupId: demoId('group', name) } });
    const members = stores.filter(({ groups }) => groups.includes(demoId('group', name))).map(({ id }) => id);
    expect(body).toMatchObject({ name, includeStores: members.toSorted() });
  }
});

test(
  'author, last editor and times of each item match its history, and every entry has a label and its files',
  { tags: ['issue-20.4', 'A-123'] },
  async () => {
    for (const [kind, table] of [
      ['content', 'content'],
      ['popup', 'popup'],
      ['knowledge', 'knowledge'],
      ['storeGroup', 'store_group'],
    ] as const) {
      const { rows } = await sql<{ item: string }>`
      select t.id as item from ${sql.table(table)} t, lateral (
        select (array_agg(h.at order by h.at))[1] as made, (array_agg(h.actor order by h.at))[1] as maker, (array_agg(h.action order by h.at))[1] as first,
          max(h.at) as changed, (array_agg(h.actor order by h.at desc))[1] as changer, count(*) as changes
        from history h where h.entity = ${kind} and h.entity_id = t.id) told
      where told.changes > 0 and not (t.updated_at = told.changed and t.updated_by = told.changer
        and (told.first <> 'create' or (t.created_at = told.made and t.created_by = told.maker)))`.execute(world.db);
      expect(rows, kind).toEqual([]);
    }
    const { rows: told } = await sql<{
      label: string | null;
      entity: string;
      changes: unknown;
    }>`select label, entity, changes from history`.execute(world.db);
    expect(told.filter(({ label, entity }) => label === null && entity !== 'settings')).toEqual([]);
    expect(told.filter(({ entity }) => entity !== 'notification')).toHaveLength(edits.length);
    const files = await world.db.selectFrom('storedFile').where('leaving', '=', false).select('name').execute();
    const kept = new Set(files.map(({ name }) => name));
    expect([...new Set(told.flatMap(({ changes }) => storedNamesIn(changes)))].filter((name) => !kept.has(name))).toEqual([]);
  },
);

test(
  'the hash chain verifies for the three months and for later changes, which get the current time',
  { tags: ['issue-20.4', 'HIST-11'] },
  async () => {
    await seal();
    expect(await verifySeals(world.db)).toMatchObject({ fault: null, seals: 1, changes: edits.length + 8, open: 0 });
    const { status } = await world.staff(popupRoutes.create, { token, body: { name: 'Po zasiewie' } });
    expect(status).toBe(201);
    const { rows } = await sql<{ late: number }>`select extract(epoch from now() - max(at))::float8 as late from history`.execute(world.db);
    expect(rows[0]?.late).toBeLessThan(60);
    await seal();
    expect(await verifySeals(world.db)).toMatchObject({ fault: null, seals: 2, open: 0 });
  },
);

test('the seed does not change a database that has stores', { tags: ['issue-20.4'] }, async () => {
  const count = async () => (await sql<{ n: number }>`select count(*)::int as n from history`.execute(world.db)).rows[0]?.n;
  const before = await count();
  expect(await seed({ databaseUrl: world.databaseUrl, devices: 40, isBefore: true })).toBe(false);
  expect(await count()).toBe(before);
});
