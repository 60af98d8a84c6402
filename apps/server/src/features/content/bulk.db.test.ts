import { type BulkChange, bulkContentRoutes, contentRoutes } from '@endcap/contract/content';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aContent, aGroup, aStore } from '../../../test/builders.ts';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
let group: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  const inside = await aStore(world.db, { name: 'W grupie' });
  await aStore(world.db, { name: 'Poza grupą' });
  group = await aGroup(world.db, 'Grupa', [inside]);
});
afterAll(() => world.close());

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const published = { publicationStart: day(-3), publicationEnd: day(3), validityStart: day(-2), validityEnd: day(2) };
const anItem = (facts: Parameters<typeof aContent>[1] = {}): Promise<string> =>
  aContent(world.db, { ...published, includeStoreType: '', includeStoreGroups: [group], ...facts });
const change = (action: BulkChange['action'], facts: Partial<BulkChange> = {}) => ({ action, ...facts });
const preview = async (ids: readonly string[], what: Partial<BulkChange> & Pick<BulkChange, 'action'>) =>
  (await world.staff(bulkContentRoutes.preview, { token: admin, body: { ids: [...ids], change: what } })).body;
const apply = (items: readonly { _id: string; revision: number }[], what: Partial<BulkChange> & Pick<BulkChange, 'action'>) =>
  world.staff(bulkContentRoutes.change, { token: admin, body: { items: [...items], change: what } });
const undo = (items: readonly { _id: string; revision: number }[]) =>
  world.staff(bulkContentRoutes.undo, { token: admin, body: { items: [...items] } });
const read = async (contentId: string) => world.staff(contentRoutes.details, { token: admin, params: { contentId } });
const historyOf = async (entityId: string): Promise<string[]> =>
  (await world.db.selectFrom('history').where('entityId', '=', entityId).orderBy('seq').select('action').execute()).map(
    ({ action }) => action,
  );
/** Requests a preview and then makes the change, like the page. */
const done = async (ids: readonly string[], what: Partial<BulkChange> & Pick<BulkChange, 'action'>) => {
  const answer = await apply((await preview(ids, what)).items, what);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.items;
};

describe('many items at once', { tags: ['EDIT-02'] }, () => {
  test('the preview lists items and counts stores that gain or lose them, and writes nothing', async () => {
    const [one, pinned] = [await anItem(), await anItem({ pinned: true })];
    expect(await preview([one, pinned], change('delete'))).toMatchObject({
      items: [{}, {}],
      unchanged: 0,
      refused: [],
      gaining: 0,
      losing: 1,
    });
    expect(await preview([one, pinned], change('pin'))).toMatchObject({ items: [{ _id: one }], unchanged: 1, gaining: 0, losing: 0 });
    expect(await preview([one], change('removeGroup', { storeGroupId: group }))).toMatchObject({ losing: 1 });
    const everywhere = await anItem({ includeStoreGroups: [] });
    expect(await preview([everywhere], change('addGroup', { storeGroupId: group }))).toMatchObject({ gaining: 1, losing: 0 });
    expect((await read(one)).body).toMatchObject({ pinned: false, includeStoreGroups: [group] });
    expect(await historyOf(one)).toEqual([]);
  });

  test('an end that is not named is refused, not taken for none', { tags: ['E-01'] }, async () => {
    const one = await anItem();
    const { items } = await preview([one], change('pin'));
    const refused = await apply(items, change('end'));
    expect([refused.status, problemIn(refused).fields]).toEqual([422, { 'change.publicationEnd': ['required'] }]);
    expect((await read(one)).body.publicationEnd).toBe(published.publicationEnd);
    await done([one], change('end', { publicationEnd: null }));
    expect((await read(one)).body.publicationEnd).toBeNull();
  });
  test('an end that is now is by the time of the server, in the preview as well', { tags: ['E-05'] }, async () => {
    const one = await anItem();
    world.clock.stoppedAt = Date.now() + 3_600_000;
    onTestFinished(() => void (world.clock.stoppedAt = null));
    const at = new Date(world.clock.stoppedAt).toISOString();
    expect(await preview([one], change('end', { publicationEnd: 'now' }))).toMatchObject({ items: [{ _id: one }], losing: 1 });
    await done([one], change('end', { publicationEnd: 'now' }));
    expect((await read(one)).body).toMatchObject({ publicationEnd: at, validityEnd: at });
  });
  test('applies each change to all items, with one history entry per item', async () => {
    const ids = [await anItem(), await anItem()];
    const at = day(1);
    await done(ids, change('end', { publicationEnd: at }));
    for (const id of ids) expect((await read(id)).body).toMatchObject({ publicationEnd: at, validityEnd: at });
    await done(ids, change('extend'));
    expect(Date.parse((await read(ids[0] ?? '')).body.publicationEnd ?? '')).toBeGreaterThan(Date.parse(day(7)));
    await done(ids, change('disable'));
    await done(ids, change('pin'));
    await done(ids, change('removeGroup', { storeGroupId: group }));
    for (const id of ids) expect((await read(id)).body).toMatchObject({ disabled: true, pinned: true, includeStoreGroups: [] });
    await done(ids, change('enable'));
    await done(ids, change('unpin'));
    await done(ids, change('addGroup', { storeGroupId: group }));
    for (const id of ids) expect((await read(id)).body).toMatchObject({ disabled: false, pinned: false, includeStoreGroups: [group] });
    await done(ids, change('delete'));
    for (const id of ids) {
      expect((await read(id)).status).toBe(404);
      expect(await historyOf(id)).toEqual([...Array.from({ length: 8 }, () => 'update'), 'delete']);
    }
  });

  test('a rejected change names the invalid items and changes none', async () => {
    const [good, future] = [await anItem(), await anItem({ ...published, publicationStart: day(1), validityStart: day(1) })];
    const what = change('end', { publicationEnd: day(0) });
    const looked = await preview([good, future], what);
    expect(looked).toMatchObject({ items: [{ _id: good }], refused: [{ _id: future, codes: ['endBeforeStart'] }] });
    const all = [good, future].map((_id) => ({ _id, revision: 1 }));
    expect(await apply(all, what)).toMatchObject({ status: 422, body: { error: { fields: { [future]: ['endBeforeStart'] } } } });
    expect((await read(good)).body.publicationEnd).toBe(published.publicationEnd);
    expect(await historyOf(good)).toEqual([]);
    expect(await apply([{ _id: good, revision: 7 }], change('pin'))).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', fields: { [good]: ['unknown'] } } },
    });
    expect((await apply([{ _id: good, revision: 1 }], change('addGroup'))).status).toBe(422);
    const nobodys = change('addGroup', { storeGroupId: 'nosuch' });
    expect(await apply([{ _id: good, revision: 1 }], nobodys)).toMatchObject({
      status: 422,
      body: { error: { fields: { [good]: ['unknown'] } } },
    });
  });

  test('published but not valid yet: its end ends its validity at the same instant, and is taken back with it', async () => {
    const dates = { publicationStart: day(-1), publicationEnd: day(9), validityStart: day(3), validityEnd: day(8) };
    const [leaflet, tile] = [await anItem(dates), await anItem({ ...dates, contentType: 'navigation' })];
    const [at, before] = [day(0), await read(leaflet)];
    const items = await done([leaflet, tile], change('end', { publicationEnd: at }));
    expect((await read(leaflet)).body).toMatchObject({ publicationEnd: at, validityStart: at, validityEnd: at });
    // Nothing of it is valid by its own dates.
    expect((await read(tile)).body).toMatchObject({ publicationEnd: at, validityStart: dates.validityStart });
    expect((await undo(items)).body).toEqual({ undone: 2, kept: [] });
    expect((await read(leaflet)).body).toMatchObject({ ...dates, name: before.body.name });
    // The very start is no earlier than the start.
    const atStart = change('end', { publicationEnd: dates.publicationStart });
    expect(await preview([leaflet], atStart)).toMatchObject({ items: [{ _id: leaflet }], refused: [] });
    const earlier = change('end', { publicationEnd: day(-2) });
    expect(await preview([leaflet], earlier)).toMatchObject({ items: [], refused: [{ _id: leaflet, codes: ['endBeforeStart'] }] });
  });

  test('everything that the filter finds', async () => {
    const [one, two] = [await anItem({ name: 'Znaleziona 1' }), await anItem({ name: 'Znaleziona 2' })];
    const body = { found: { name: 'znaleziona', ends: 'thisWeek' as const, published: true }, change: change('pin') };
    const week = { ...body, found: { name: 'znaleziona', published: true } };
    const found = async (asked: typeof body | typeof week) =>
      (await world.staff(bulkContentRoutes.preview, { token: admin, body: asked })).body.items;
    expect((await found(week)).map(({ _id }) => _id).sort()).toEqual([one, two].sort());
    expect((await found(body)).length).toBeLessThanOrEqual(2);
  });
});

test(
  'the preview of a delete or an earlier end lists the content that links to the items, and no other content',
  { tags: ['LINK-03'] },
  async () => {
    const [one, two, other] = [await anItem(), await anItem(), await anItem()];
    const link = (id: string): string => `${world.world.config.ENDCAP_APP_SCHEME}${id}`;
    const [banner, both] = [
      await anItem({ title: 'Baner', url: link(one) }),
      await anItem({ title: 'Oba', description: `${link(one)}#2 ${link(two)}.` }),
    ];
    await anItem({ title: 'Dłuższy', url: `${link(one)}0` });
    await anItem({ title: 'Inny', url: link(other) });
    const leads = [
      { kind: 'content', count: 2, items: expect.arrayContaining([banner, both].map((id) => expect.objectContaining({ id }))) },
    ];
    expect((await preview([one, two], change('delete'))).usage).toEqual(leads);
    expect((await preview([one], change('delete'))).usage).toEqual(leads);
    expect((await preview([one, two], change('end', { publicationEnd: day(0) }))).usage).toEqual(leads);
    // The change breaks no link, or deletes the linking items as well.
    for (const what of [change('pin'), change('end', { publicationEnd: null })])
      expect((await preview([one, two], what)).usage).toEqual([]);
    expect((await preview([one, two, banner, both], change('delete'))).usage).toEqual([]);
    // A later end breaks no links.
    await done([one], change('end', { publicationEnd: day(2) }));
    expect((await preview([one], change('end', { publicationEnd: day(3) }))).usage).toEqual([]);
    expect((await preview([one], change('end', { publicationEnd: day(1) }))).usage).toEqual(leads);
  },
);

test('the preview of a first end lists the content that links to the items', { tags: ['LINK-03'] }, async () => {
  const [endless, unlinked] = [await anItem({ publicationEnd: null }), await anItem({ publicationEnd: null })];
  const banner = await anItem({ title: 'Baner', url: `${world.world.config.ENDCAP_APP_SCHEME}${endless}` });
  const usageOf = async (id: string) => (await preview([id], change('end', { publicationEnd: day(5) }))).usage;
  expect(await usageOf(endless)).toEqual([{ kind: 'content', count: 1, items: [expect.objectContaining({ id: banner })] }]);
  expect(await usageOf(unlinked)).toEqual([]);
});

describe('undo', { tags: ['EDIT-03'] }, () => {
  test('staff bring back nothing that was deleted', { tags: ['Z22'] }, async () => {
    const item = await anItem();
    const items = await done([item], change('delete'));
    const refused = await world.staff(bulkContentRoutes.undo, { token: await world.tokenOf('staff-1'), body: { items } });
    expect(refused.status).toBe(403);
    expect((await read(item)).status).toBe(404);
  });

  test('undo restores former values as a new revision, and keeps and names items that were changed since', { tags: ['Z22'] }, async () => {
    const [mine, theirs] = [await anItem({ title: 'Moja' }), await anItem({ title: 'Czyjaś' })];
    const items = await done([mine, theirs], change('removeGroup', { storeGroupId: group }));
    await world.staff(contentRoutes.change, { token: admin, params: { contentId: theirs }, body: { title: 'Nowsza' } });
    expect((await undo(items)).body).toEqual({ undone: 1, kept: [{ _id: theirs, name: 'Nowsza' }] });
    const back = await read(mine);
    expect(back).toMatchObject({ body: { includeStoreGroups: [group] }, headers: { etag: '"3"' } });
    expect((await read(theirs)).body).toMatchObject({ title: 'Nowsza', includeStoreGroups: [] });
    expect(await historyOf(mine)).toEqual(['update', 'update']);
  });

  test('a delete of one or of many is taken back under the revision that it left; twice is once', async () => {
    const [one, two] = [await anItem({ title: 'Wraca' }), await anItem()];
    const deleted = await world.staff(contentRoutes.remove, { token: admin, params: { contentId: one } });
    expect(deleted).toMatchObject({ status: 204, headers: { etag: '"2"' } });
    const many = await done([two], change('delete'));
    const items = [{ _id: one, revision: 2 }, ...many];
    expect((await undo(items)).body).toEqual({ undone: 2, kept: [] });
    expect((await read(one)).body).toMatchObject({ title: 'Wraca', includeStoreGroups: [group] });
    expect(await historyOf(one)).toEqual(['delete', 'create']);
    expect((await undo(items)).body).toMatchObject({ undone: 0, kept: [{ _id: one }, { _id: two }] });
    expect((await undo([{ _id: 'nosuch', revision: 1 }])).body).toMatchObject({ undone: 0, kept: [{ _id: 'nosuch' }] });
  });
});
