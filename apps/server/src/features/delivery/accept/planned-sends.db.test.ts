import { type AudienceRule, emptyAudienceRule } from '@endcap/contract/audience';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aGroup, aStore, times } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { audienceColumns } from './frozen-audience.ts';
import { freezeAudience, plannedSends } from '../index.ts';

let world: FreshWorld;
let stores: string[];
let group: string;
beforeAll(async () => {
  world = await freshWorld();
  stores = await Promise.all(times(8, (storeNo) => aStore(world.db, { storeNo, storeType: storeNo < 4 ? 'super' : 'contact' })));
  group = await aGroup(world.db, 'Zachód', stores.slice(2, 6));
});
afterAll(() => world.close());

const HOUR = 3_600_000;
const [from, until] = [new Date(), new Date(Date.now() + 24 * HOUR)];
let made = 0;
/** Plans for an hour from now, of head office or of a store. */
const plan = async (rules: readonly Partial<AudienceRule>[], storeId: string | null = null): Promise<void> => {
  const rows = rules.map((rule) => ({ ...emptyAudienceRule, ...rule, storeId, id: `plan${(made += 1)}` }));
  const createdAt = new Date(from.getTime() + HOUR);
  const same = { title: 'T', content: 'C', isTest: false, validUntil: until, createdAt, createdBy: 'x', updatedBy: 'x' };
  await world.db
    .insertInto('notification')
    .values(rows.map((row) => ({ ...row, ...same })))
    .execute();
  const plans = rows.map(({ id }) => ({ notificationId: id, startsAt: createdAt, waitsFor: null }));
  await world.db.insertInto('fanOutPlan').values(plans).execute();
};
const rules = (): Partial<AudienceRule>[] => [
  { includeStoreType: 'super' },
  { includeStoreGroups: [group], excludeStores: [stores[3] ?? ''] },
  { includeStoreType: 'all' },
  { includeStores: stores.slice(6) },
];

/** Returns the planned sends and the number of statements that the query took. */
const asked = async () => {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { sends: await plannedSends(world.db.withPlugin(plugin), from, until), statements };
};
const placesOf = (ids: readonly string[]): number[] => ids.map((id) => stores.indexOf(id));

test(
  'loads shared data once for all plans, and gives each plan the audience that its send would get',
  { tags: ['CARE-01', '17.1'] },
  async () => {
    await plan(rules());
    await plan([{}], stores[0]);
    // The first query loads the stores.
    await asked();
    const few = await asked();
    await plan(times(12, rules).flat());
    await plan(
      times(5, () => ({})),
      stores[1],
    );
    const many = await asked();
    expect([few.sends.length, many.sends.length]).toEqual([5, 5 + 48 + 5]);
    expect(many.statements).toBe(few.statements);

    const stored = await world.db.selectFrom('notification').selectAll().execute();
    const lists = new Set<readonly string[]>();
    for (const { notificationId, send } of many.sends) {
      const [, everyone, storeIds, subscribedStoreId] = send;
      const { storeId, includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups } =
        stored.find(({ id }) => id === notificationId) ?? expect.unreachable();
      const rule = { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups };
      const frozen = audienceColumns(await freezeAudience(world.db, { rule, storeId, isTest: false }));
      expect({ everyone, storeIds, subscribedStoreId, testersOnly: false }).toEqual(frozen);
      if (storeIds.length > 0) lists.add(storeIds);
    }
    expect([...lists].map(placesOf).toSorted()).toEqual([
      [0, 1, 2, 3],
      [2, 4, 5],
      [6, 7],
    ]);
  },
);

test('uses the current stores, also if they changed a moment ago', { tags: ['CARE-01'] }, async () => {
  await sql`delete from fan_out_plan`.execute(world.db);
  await plan([{ includeStoreGroups: [group] }]);
  const reached = async () => (await asked()).sends.map(({ send }) => placesOf(send[2]));
  expect(await reached()).toEqual([[2, 3, 4, 5]]);
  await world.db
    .deleteFrom('storeGroupMember')
    .where('storeId', '=', stores[4] ?? '')
    .execute();
  await world.db
    .updateTable('store')
    .set({ deletedAt: new Date() })
    .where('id', '=', stores[2] ?? '')
    .execute();
  expect(await reached()).toEqual([[3, 5]]);
});
