import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { aContent, aGroup, aStore } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { startUpkeep } from '../../compose-upkeep.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { appendHistory } from '../history/index.ts';
import { createPast } from './index.ts';
import { writeSnapshots } from './write-snapshots.ts';
import type { PastState } from './past-state.ts';

let world: FreshWorld;
let admin: string;
beforeEach(async () => {
  await world?.close();
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const HOUR = 3_600_000;
const valid = { validityStart: '2026-12-01T00:00:00Z', validityEnd: '2026-12-08T00:00:00Z' };
const call = async (request: `${'POST' | 'PATCH' | 'DELETE'} ${string}`, body?: unknown) => {
  const answer = await world.staff(request, { token: admin, ...(body !== undefined && { body }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as { _id: string };
};
const popup = (facts: object = {}) => ({ name: 'Dzień dobry', text: 'Świeże owoce', ...facts });
const past = () => createPast({ db: world.db });
const stateAt = async (at: Date): Promise<PastState> => {
  const { state } = await past().stateAt(at);
  if (!state) throw new Error(`${at.toISOString()} is before the history`);
  return state;
};
/** The instants of all changes; each is in a millisecond of its own. */
const instants = async (): Promise<Date[]> => {
  const { rows } = await sql<{ at: Date }>`select distinct date_trunc('milliseconds', at) as at from history order by at`.execute(world.db);
  return rows.map(({ at }) => at);
};
const kept = async () =>
  (await sql<{ seq: number }>`select seq from history_kept order by seq`.execute(world.db)).rows.map(({ seq }) => seq);
const instant = (at: Date | undefined, ms = 0): Date => new Date((at?.getTime() ?? 0) + ms);

describe('before the history begins', { tags: ['HIST-09', 'PREV-06'] }, () => {
  test('returns no state, and no beginning either while there is no history', async () => {
    expect(await past().stateAt(new Date())).toEqual({ begins: null, state: null });
    await call('POST /api/v1/popup-editor', popup());
    const [begins] = await instants();
    expect(await past().stateAt(instant(begins, -1))).toEqual({ begins: begins?.toISOString(), state: null });
    expect((await past().stateAt(instant(begins))).state?.popups).toMatchObject([popup()]);
  });
});

describe('the state at an instant', { tags: ['HIST-09'] }, () => {
  test('an item older than its history existed before, with the values before its first change or else its current ones', async () => {
    const [store, other] = [await aStore(world.db, { name: 'Stary' }), await aStore(world.db, { name: 'Inny', storeType: 'super' })];
    const group = await aGroup(world.db, 'Od zawsze', [store]);
    const content = await aContent(world.db, { ...valid, title: 'Pierwszy', includeStoreGroups: [group] });
    const deleted = await aContent(world.db, { title: 'Usunięty' });
    await call('POST /api/v1/popup-editor', popup());
    await call(`PATCH /api/v1/content-editor/${content}`, { title: 'Drugi' });
    await call(`DELETE /api/v1/content-editor/${deleted}`);
    await call(`PATCH /api/v1/store-editor/${store}`, { name: 'Nowy' });
    await call(`DELETE /api/v1/store-group/${group}`);
    const [begins] = await instants();
    for (const portion of [1_000, 2]) {
      await writeSnapshots(world.db, undefined, portion);
      const before = await stateAt(instant(begins));
      expect(before.items.map(({ title }) => title).sort()).toEqual(['Pierwszy', 'Usunięty']);
      expect(before.items.find(({ _id }) => _id === content)).toMatchObject({ includeStoreGroups: [group], version: '', pinned: false });
      expect(before.stores.find(({ id }) => id === store)).toMatchObject({
        name: 'Stary',
        groups: [group],
        formerGroups: [],
        deleted: false,
      });
      expect(before.stores.find(({ id }) => id === other)).toMatchObject({ name: 'Inny', storeType: 'super', groups: [] });
      const now = await stateAt(new Date());
      expect(now.items.map(({ _id }) => _id)).toEqual([content]);
      expect(now.stores.find(({ id }) => id === store)).toMatchObject({ name: 'Nowy', groups: [], formerGroups: [group] });
    }
  });

  test('a save that commits while the beginning is being stored is not part of it', async () => {
    await call('POST /api/v1/popup-editor', popup());
    // Another field of theirs was changed, so that they are there.
    await call('POST /api/v1/settings-editor', { signatureValid: 'Ważne do %s' });
    const [begins] = await instants();
    const appName = async () => (await stateAt(instant(begins))).settings.appName;
    const before = await appName();
    const waiting = sql`select 1 from pg_locks where relation = 'settings'::regclass and not granted`;
    const change = { actor: 'admin', entity: 'settings', entityId: 'settings', action: 'update' } as const;
    const { keeping } = await inTransaction(world.db, async (trx) => {
      // `writeSnapshots` waits for this lock on the settings, and reads them after they are saved.
      await sql`lock table settings in access exclusive mode`.execute(trx);
      const begun = writeSnapshots(world.db, undefined, 2);
      await expect.poll(async () => (await waiting.execute(world.db)).rows.length).toBeGreaterThan(0);
      await sql`update settings set document = document || '{"appName":"Nowy"}'`.execute(trx);
      await appendHistory(trx, change, { appName: before }, { appName: 'Nowy' });
      return { keeping: begun };
    });
    await keeping;
    expect(await kept()).toEqual([0, 2]);
    expect(await appName()).toBe(before);
    expect((await stateAt(new Date())).settings.appName).toBe('Nowy');
  });

  test('an item that was inserted outside Endcap after states were stored exists from its first change on, with all fields', async () => {
    for (const name of ['a', 'b']) await call('POST /api/v1/popup-editor', popup({ name }));
    await writeSnapshots(world.db, undefined, 1);
    const store = await aStore(world.db, { name: 'Ręcznie', city: 'Gdynia' });
    await call(`PATCH /api/v1/store-editor/${store}`, { name: 'Przez formularz' });
    for (const portion of [1_000, 1]) {
      await writeSnapshots(world.db, undefined, portion);
      const [, , changed] = await instants();
      expect((await stateAt(instant(changed, -1))).stores).toEqual([]);
      expect((await stateAt(instant(changed))).stores).toMatchObject([
        { id: store, name: 'Przez formularz', city: 'Gdynia', storeType: 'contact', groups: [] },
      ]);
    }
  });

  test('a deleted store stays with its groups, and a deleted group with those it had', { tags: ['D-30'] }, async () => {
    const { _id: store } = await call('POST /api/v1/store-editor', {
      name: 'Koszyk',
      street: 'Długa 1',
      city: 'Łódź',
      zipCode: '90-001',
      latitude: 51,
      longitude: 19,
      openingHours: '6–22',
    });
    const group = (await world.staff(storeGroupRoutes.create, { token: admin, body: { name: 'Grupa', includeStores: [store] } })).body._id;
    await call(`DELETE /api/v1/store-editor/${store}`);
    await call(`DELETE /api/v1/store-group/${group}`);
    const [made, grouped, storeGone, groupGone] = await instants();
    for (const portion of [1_000, 1]) {
      await writeSnapshots(world.db, undefined, portion);
      expect((await stateAt(instant(made))).stores).toMatchObject([{ id: store, deleted: false, groups: [], formerGroups: [] }]);
      expect((await stateAt(instant(grouped))).stores).toMatchObject([{ deleted: false, groups: [group], formerGroups: [] }]);
      expect((await stateAt(instant(storeGone))).stores).toMatchObject([{ deleted: true, groups: [group], formerGroups: [] }]);
      expect((await stateAt(instant(groupGone))).stores).toMatchObject([{ deleted: true, groups: [], formerGroups: [group] }]);
    }
  });

  test('a bulk change appears as a whole: no instant has a part of it', { tags: ['EDIT-02'] }, async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => aContent(world.db, valid)));
    await call('POST /api/v1/popup-editor', popup());
    const items = ids.map((_id) => ({ _id, revision: 1 }));
    await call('POST /api/v1/content-editor/bulk', { items, change: { action: 'pin' } });
    const rows = await world.db
      .selectFrom('history')
      .where('entity', '=', 'content')
      .select(sql<string>`at::text`.as('at'))
      .execute();
    expect(rows).toHaveLength(30);
    expect(new Set(rows.map(({ at }) => at)).size).toBe(1);
    const at = instant((await instants()).at(-1));
    const pinned = async (when: Date) => (await stateAt(when)).items.filter((item) => item.pinned).length;
    expect([await pinned(instant(at, -1)), await pinned(at)]).toEqual([0, 30]);
  });

  test('an item that was deleted and restored is missing in between', { tags: ['EDIT-03'] }, async () => {
    const content = await aContent(world.db, { title: 'Tam i z powrotem' });
    await call('POST /api/v1/popup-editor', popup());
    const change = { items: [{ _id: content, revision: 1 }], change: { action: 'delete' } };
    const { items } = (await world.staff('POST /api/v1/content-editor/bulk', { token: admin, body: change })).body as { items: unknown };
    await call('POST /api/v1/content-editor/undo', { items });
    for (const portion of [1_000, 1]) {
      await writeSnapshots(world.db, undefined, portion);
      const titles = await Promise.all((await instants()).map(async (at) => (await stateAt(at)).items.map(({ title }) => title)));
      expect(titles).toEqual([['Tam i z powrotem'], [], ['Tam i z powrotem']]);
    }
  });

  test('has popups in the order of phones, and the settings as they were', async () => {
    const [one, two] = [await call('POST /api/v1/popup-editor', popup()), await call('POST /api/v1/popup-editor', popup({ text: null }))];
    await call('POST /api/v1/settings-editor', { signatureValid: 'Do', assistant: { enabled: true } });
    await call(`PATCH /api/v1/popup-editor/${one._id}`, { repeat: 5 });
    const [, , set] = await instants();
    const before = await stateAt(instant(set, -1));
    const after = await stateAt(new Date());
    expect(before.popups.map(({ _id, text, repeat }) => [_id, text, repeat])).toEqual([
      [one._id, 'Świeże owoce', 1],
      [two._id, null, 1],
    ]);
    expect(after.popups.map(({ repeat }) => repeat)).toEqual([5, 1]);
    expect([before.settings, after.settings]).toMatchObject([
      { signatureValid: null, assistant: { enabled: false }, loyalty: { questions: [] } },
      { signatureValid: 'Do', assistant: { enabled: true } },
    ]);
  });
});

/** Inserts changes of popups that are in order of time within each popup only, as after a clock that was set back or an import. */
const scattered = async (changes: number, items: number): Promise<void> => {
  await sql`insert into history (at, actor, entity, entity_id, action, changes)
    select now() - make_interval(secs => 36000 - n / ${items}::int * 300 - n % ${items}::int * 170 % 290), 'ada', 'popup', 'p' || n % ${items}::int,
      case when n < ${items}::int then 'create' else 'update' end,
      jsonb_build_object('name', jsonb_build_array(case when n >= ${items}::int then 'N' || n - ${items}::int end, 'N' || n))
        || case when n < ${items}::int then '{"version": [null, ""], "repeat": [null, 1]}'::jsonb else '{}' end
    from generate_series(0, ${changes - 1}::int) n`.execute(world.db);
  await sql`insert into popup (id, name, version, repeat) select 'p' || n, 'now', '', 1 from generate_series(0, ${items - 1}::int) n`.execute(
    world.db,
  );
};

describe('kept states', { tags: ['HIST-10'] }, () => {
  test('rebuilding from kept states equals rebuilding from the whole history, even if the changes are out of order', async () => {
    await scattered(300, 7);
    const whens = Array.from({ length: 40 }, (_, n) => new Date(Date.now() - 36_000_000 + n * 300_000));
    const toldAt = async (at: Date) => ({ ...(await stateAt(at)), whole: null });
    const whole = await Promise.all(whens.map(toldAt));
    await writeSnapshots(world.db, undefined, 20);
    expect(await kept()).toHaveLength(16);
    expect(await Promise.all(whens.map(toldAt))).toEqual(whole);
    expect(new Set(whole.map((state) => JSON.stringify(state))).size).toBeGreaterThan(20);
  });

  test('several processes store each portion once; an incomplete portion waits until it is full', async () => {
    await scattered(90, 5);
    await Promise.all([1, 2, 3].map(() => writeSnapshots(world.db, undefined, 40)));
    expect(await kept()).toHaveLength(3);
    const { rows } = await sql<{ least: number }>`select min(count)::int as least from (
      select count(*) from history_state where upper_inf(during) group by entity, entity_id) open`.execute(world.db);
    expect(rows).toEqual([{ least: 1 }]);
  });

  test('an uncommitted change does not block keeping and is left out; concurrent changes are numbered after it', async () => {
    const [first, second] = [await call('POST /api/v1/popup-editor', popup()), await call('POST /api/v1/popup-editor', popup())];
    const later = await inTransaction(world.db, async (trx) => {
      await sql`update popup set name = 'W trakcie' where id = ${first._id}`.execute(trx);
      const change = { actor: 'ada', entity: 'popup', entityId: first._id, action: 'update' } as const;
      await appendHistory(trx, change, { name: 'Dzień dobry' }, { name: 'W trakcie' });
      const waiting = call(`PATCH /api/v1/popup-editor/${second._id}`, { name: 'Potem' });
      await writeSnapshots(world.db, undefined, 1);
      expect(await kept()).toHaveLength(3);
      return { waiting };
    });
    await later.waiting;
    await writeSnapshots(world.db, undefined, 1);
    expect(await kept()).toHaveLength(5);
    const { rows } = await sql<{ id: string }>`select entity_id as id from history order by seq desc limit 2`.execute(world.db);
    expect(rows.map(({ id }) => id)).toEqual([second._id, first._id]);
    expect((await stateAt(new Date())).popups.map(({ name }) => name)).toEqual(['W trakcie', 'Potem']);
  });

  test('the upkeep of the staff API stores states of full portions', async () => {
    await scattered(1_500, 7);
    const upkeep = startUpkeep(world.world, world.db, 'upkeep');
    await expect.poll(kept).toHaveLength(2);
    await upkeep.stop();
  });

  test('successive states share the row of an unchanged item', async () => {
    await scattered(60, 6);
    await writeSnapshots(world.db, undefined, 20);
    const content = newId();
    await sql`insert into history (actor, entity, entity_id, action, changes) values ('ada', 'content', ${content}, 'create', '{"name": [null, "a"]}')`.execute(
      world.db,
    );
    await writeSnapshots(world.db, undefined, 1);
    const reader = past();
    const [one, other] = [await reader.stateAt(new Date()), await reader.stateAt(new Date())];
    expect(one.state?.items[0]).toMatchObject({ _id: content, name: 'a' });
    expect(one.state?.items[0]).toBe(other.state?.items[0]);
  });
});

test('changesBetween lists instants in order, from either end, without changes that phones do not see', { tags: ['PREV-04'] }, async () => {
  for (const name of ['a', 'b', 'c', 'd']) await call('POST /api/v1/popup-editor', popup({ name }));
  await inTransaction(world.db, (trx) =>
    appendHistory(trx, { actor: 'ada', entity: 'segment', entityId: 'x', action: 'create' }, {}, { name: 'x' }),
  );
  const all = (await instants()).slice(0, 4).map((at) => at.getTime());
  const between = past().changesBetween;
  expect(await between(new Date(0), new Date(Date.now() + HOUR), 10)).toEqual(all);
  expect(await between(new Date(all[0] ?? 0), new Date(all[2] ?? 0), 10)).toEqual(all.slice(1, 3));
  expect(await between(new Date(0), new Date(Date.now() + HOUR), 2)).toEqual(all.slice(0, 2));
  expect(await between(new Date(0), new Date(Date.now() + HOUR), 2, true)).toEqual(all.slice(2));
});
