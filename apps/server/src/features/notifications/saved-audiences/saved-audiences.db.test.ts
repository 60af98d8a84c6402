import { historyRoutes } from '@endcap/contract/history';
import { AUDIENCES_MOST, type SavedAudience, savedAudienceRoutes, notificationRoutes } from '@endcap/contract/notifications';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aGroup, aNotification, aStore, times } from '../../../../test/builders.ts';
import { problemIn } from '../../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';

const DAY = 86_400_000;
let world: FreshWorld;
let anna: string;
let jan: string;
let store: string;
let group: string;
beforeAll(async () => {
  world = await freshWorld();
  anna = await world.person('audiences-anna', { isAdmin: true, name: 'Anna Wójcik' });
  jan = await world.person('audiences-jan', { isAdmin: true });
  store = await aStore(world.db, { name: 'Żabi Skok', city: 'Łódź' });
  group = await aGroup(world.db, 'Śląsk', [store]);
});
afterAll(() => world.close());
beforeEach(() => world.db.deleteFrom('savedAudience').execute());

const offered = async (token = anna) => (await world.staff(savedAudienceRoutes.list, { token })).body;
const names = async (): Promise<string[]> => (await offered()).saved.map(({ name }) => name);
const save = (name: string, rule: Record<string, unknown> = { includeStoreType: '', includeStoreGroups: [group] }, token = anna) =>
  world.staff(savedAudienceRoutes.create, { token, body: { name, ...rule } });
const change = (audienceId: string, body: Record<string, unknown>, headers: Record<string, string> = {}, token = anna) =>
  world.staff(savedAudienceRoutes.change, { token, params: { audienceId }, body, headers });
const remove = (audienceId: string) => world.staff(savedAudienceRoutes.remove, { token: anna, params: { audienceId } });
const fieldsOf = (answer: { body: unknown }) => problemIn(answer).fields;

describe('saved audiences', { tags: ['PLAN-06'] }, () => {
  test('are shared by all administrators, with the names of their stores and groups, but not with other staff', async () => {
    const rule = {
      includeStoreType: 'super',
      includeStores: [store],
      excludeStores: [],
      includeStoreGroups: [],
      excludeStoreGroups: [group],
    };
    const { status, body, headers } = await save('  Śląsk   bez  dużych ', rule);
    expect([status, headers['etag']]).toEqual([201, '"1"']);
    expect(body).toMatchObject({
      name: 'Śląsk bez dużych',
      ...rule,
      names: { [store]: 'Żabi Skok, Łódź', [group]: 'Śląsk' },
      deleted: [],
      revision: 1,
    });
    await save('Ćma');
    await save('Całość', { includeStoreType: 'all' });
    // In Polish order.
    expect((await offered(jan)).saved.map(({ name }) => name)).toEqual(['Całość', 'Ćma', 'Śląsk bez dużych']);
    const staff = await world.person('audiences-staff', { storeId: store });
    expect((await world.staff(savedAudienceRoutes.list, { token: staff })).status).toBe(403);
  });

  test('can be renamed, replaced and deleted, reject a stale revision, and are in the history by name', async () => {
    const { _id } = (await save('Stara')).body;
    expect((await change(_id, { name: 'Nowa' }, { 'if-match': '"1"' })).body).toMatchObject({
      name: 'Nowa',
      includeStoreGroups: [group],
      revision: 2,
    });
    const stale = await change(_id, { includeStoreType: 'all' }, { 'if-match': '"1"' });
    expect([stale.status, (stale.body as unknown as { error: { current: SavedAudience } }).error.current.name]).toEqual([412, 'Nowa']);
    const replaced = await change(_id, { includeStoreType: '', includeStores: [store], includeStoreGroups: [] }, { 'if-match': '"2"' });
    expect(replaced.body).toMatchObject({ name: 'Nowa', includeStores: [store], includeStoreGroups: [] });
    expect((await remove(_id)).status).toBe(204);
    expect((await remove(_id)).status).toBe(404);
    expect(await names()).toEqual([]);
    const { body } = await world.staff(historyRoutes.list, { token: anna, query: { kind: 'audience', item: _id } });
    expect(body.items.map(({ action, label, deleted }) => [action, label, deleted])).toEqual([
      ['delete', 'Nowa', true],
      ['update', 'Nowa', true],
      ['update', 'Nowa', true],
      ['create', 'Stara', true],
    ]);
    const read = await world.staff(historyRoutes.change, { token: anna, params: { changeId: body.items[1]?._id ?? '' } });
    expect(read.body).toMatchObject({
      changes: { includeStores: [[], [store]], includeStoreGroups: [[group], []] },
      names: { [store]: 'Żabi Skok, Łódź', [group]: 'Śląsk' },
    });
  });

  test('rejects names that differ only by case or Polish letters, also in concurrent saves, but allows respelling its own', async () => {
    const { _id } = (await save('Łódź i okolice')).body;
    for (const name of ['łódź i okolice', 'LODZ I OKOLICE']) expect(fieldsOf(await save(name))).toEqual({ name: ['nameTaken'] });
    expect((await change(_id, { name: 'Lodz i Okolice' })).status).toBe(200);
    const other = (await save('Inna')).body;
    expect(fieldsOf(await change(other._id, { name: 'ŁÓDŹ I OKOLICE' }))).toEqual({ name: ['nameTaken'] });
    const answers = await Promise.all(times(8, (n) => save(n % 2 ? 'Święta' : 'SWIETA')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...times(7, () => 422)]);
    expect(answers.filter(({ status }) => status === 422).map(fieldsOf)).toEqual(times(7, () => ({ name: ['nameTaken'] })));
    // Deleting an audience frees its name.
    await remove(other._id);
    expect((await save('inna')).status).toBe(201);
  });

  test('keeps deleted stores and groups by name, stays editable, and rejects adding deleted ones', { tags: ['D-30'] }, async () => {
    const gone = await aStore(world.db, { name: 'Zamknięty', city: 'Hel' });
    const goneGroup = await aGroup(world.db, 'Dawna', [store]);
    const rule = { includeStoreType: 'all', excludeStores: [gone], excludeStoreGroups: [goneGroup] };
    const { _id } = (await save('Wszyscy oprócz', rule)).body;
    await world.staff(storeRoutes.remove, { token: anna, params: { storeId: gone } });
    await world.staff(storeGroupRoutes.remove, { token: anna, params: { storeGroupId: goneGroup } });
    const [kept] = (await offered()).saved;
    expect(kept).toMatchObject({ ...rule, names: { [gone]: 'Zamknięty, Hel', [goneGroup]: 'Dawna' } });
    expect(kept?.deleted.toSorted()).toEqual([gone, goneGroup].toSorted());
    expect((await change(_id, { name: 'Prawie wszyscy' })).body).toMatchObject({ name: 'Prawie wszyscy', ...rule });
    expect(fieldsOf(await save('Z usuniętym', { includeStoreType: '', includeStores: [gone] }))).toEqual({ includeStores: ['unknown'] });
    expect(fieldsOf(await change(_id, { includeStoreGroups: [goneGroup] }))).toEqual({ includeStoreGroups: ['unknown'] });
    // A send with deleted references is rejected, so the form drops them and has recipients chosen again.
    const sent = await world.staff(notificationRoutes.send, { token: anna, body: aNotification(rule) });
    expect(sent.status).toBe(422);
  });

  test.each([
    [{ name: ' ' }, { name: ['required'] }],
    [{ name: 'x'.repeat(61) }, { name: ['tooLong'] }],
    [{}, { name: ['required'] }],
    [{ name: 'x', includeStores: ['nosuchstore'] }, { includeStores: ['unknown'] }],
    [{ name: 'x', excludeStoreGroups: ['nosuchgroup'] }, { excludeStoreGroups: ['unknown'] }],
    [{ name: 'x', includeStores: 'all' }, { includeStores: ['invalid'] }],
  ])('%j is refused by field', async (body, fields) => {
    const answer = await world.staff('POST /api/v1/saved-audiences', { token: anna, body });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });

  test('rejects a save beyond one hundred audiences, but still allows changes', async () => {
    for (let n = 0; n < AUDIENCES_MOST; n += 1) expect((await save(`Nr ${n}`)).status).toBe(201);
    expect(fieldsOf(await save('Za dużo'))).toEqual({ name: ['tooMany'] });
    const [first] = (await offered()).saved;
    expect((await change(first?._id ?? '', { name: 'Pierwsza' })).status).toBe(200);
  });
});

describe('the audiences used last', { tags: ['PLAN-06'] }, () => {
  const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
  const send = async (facts: Record<string, unknown>, { token = jan, selected = '' } = {}) => {
    const answer = await world.staff(notificationRoutes.send, {
      token,
      ...(selected && { store: selected }),
      body: aNotification({ validUntil: inDays(80), ...facts }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  };
  test('are the person’s last five distinct ones, latest first, without tests and sends of a selected store', async () => {
    expect((await offered(jan)).used).toEqual([]);
    const stores = await Promise.all(times(6, (n) => aStore(world.db, { name: `Sklep ${n}` })));
    const only = (n: number) => ({ includeStoreType: '', includeStores: [stores[n]] });
    await send(only(0));
    for (const n of [1, 2, 3, 4, 5]) await send({ ...only(n), startsAt: inDays(n) });
    // In another order it is the same one.
    const both = [stores[0], stores[1]];
    await send({ includeStoreType: '', includeStores: both, startsAt: inDays(10) });
    await send({ includeStoreType: '', includeStores: both.toReversed(), startsAt: inDays(11) });
    await send({ ...only(2), startsAt: inDays(12) });
    // None of these counts.
    await send({ includeStoreType: 'super', isTest: true });
    await send({ startsAt: inDays(13) }, { selected: store });
    await send({ includeStoreType: 'contact', startsAt: inDays(14) }, { token: anna });
    const { used } = await offered(jan);
    expect(used.map(({ includeStores }) => includeStores)).toEqual([[stores[2]], both.toReversed(), [stores[5]], [stores[4]], [stores[3]]]);
    expect(used[0]).toMatchObject({ includeStoreType: '', names: { [stores[2] ?? '']: 'Sklep 2, Łódź' }, deleted: [] });
    expect((await offered()).used).toMatchObject([{ includeStoreType: 'contact' }]);
  });
});
