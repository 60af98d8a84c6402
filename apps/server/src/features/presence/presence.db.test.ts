import type { FastifyInstance } from 'fastify';
import { HERE_S, presenceRoutes } from '@endcap/contract/presence';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callerOf, problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { buildAdminApi } from '../../compose-admin-api.ts';

let world: FreshWorld;
/** Another process of the staff API on the same database. */
let other: FastifyInstance;
let anna: string;
let jan: string;
beforeAll(async () => {
  world = await freshWorld();
  other = await buildAdminApi(world.world, world.db);
  anna = await world.person('presence-anna', { isAdmin: true, name: 'Anna Wójcik' });
  jan = await world.person('presence-jan', { isAdmin: true, name: 'Jan Nowak' });
});
afterAll(async () => {
  await other.close();
  await world.close();
});
beforeEach(() => world.db.deleteFrom('presence').execute());

const item = { kind: 'content', id: 'gazetka48' } as const;
const beat = async (token: string, tab: string, of: { kind: string; id: string } = item) => {
  const { status, body } = await world.staff(presenceRoutes.here, { token, body: { ...of, tab } as typeof item & { tab: string } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const leave = (token: string, tab: string) => world.staff(presenceRoutes.leave, { token, params: { tab } });
/** Ages all heartbeats by so many seconds. */
const later = (seconds: number) => sql`update presence set seen_at = seen_at - make_interval(secs => ${seconds})`.execute(world.db);
const nobody = { others: [], elsewhere: false };

describe('people who have the same item open', { tags: ['EDIT-06'] }, () => {
  test('appear by name with their first heartbeat, also in another process, and on no other item', async () => {
    expect(await beat(anna, 'a1')).toEqual(nobody);
    const heard = await callerOf(other)(presenceRoutes.here, { token: jan, body: { ...item, tab: 'j1' } });
    expect(heard.body).toEqual({ others: ['Anna Wójcik'], elsewhere: false });
    expect(await beat(anna, 'a1')).toEqual({ others: ['Jan Nowak'], elsewhere: false });
    expect(await beat(anna, 'a2', { kind: 'content', id: 'gazetka49' })).toEqual(nobody);
    expect(await beat(anna, 'a3', { kind: 'popup', id: item.id })).toEqual(nobody);
  });

  test('are named once each, and a second tab of the same person is not another person', async () => {
    await beat(anna, 'a1');
    expect(await beat(anna, 'a2')).toEqual({ others: [], elsewhere: true });
    expect(await beat(jan, 'j1')).toEqual({ others: ['Anna Wójcik'], elsewhere: false });
    expect(await beat(anna, 'a1')).toEqual({ others: ['Jan Nowak'], elsewhere: true });
  });

  test('a closed tab is gone at once and one without heartbeats within 15 s, regardless of the clock of the process', async () => {
    await beat(anna, 'a1');
    expect((await leave(anna, 'a1')).status).toBe(204);
    expect(await beat(jan, 'j1')).toEqual(nobody);
    world.clock.aheadMs = 3_600_000;
    // Asserted only if both requests took less than the second that was left.
    for (let took = Number.POSITIVE_INFINITY; took >= 1_000;) {
      const beganAt = performance.now();
      await beat(anna, 'a2');
      await later(HERE_S - 1);
      const { others } = await beat(jan, 'j2');
      took = performance.now() - beganAt;
      if (took < 1_000) expect(others).toEqual(['Anna Wójcik']);
    }
    world.clock.aheadMs = 0;
    await later(1);
    expect((await beat(jan, 'j2')).others).toEqual([]);
    // A laptop that wakes up.
    await beat(anna, 'a2');
    expect((await beat(jan, 'j2')).others).toEqual(['Anna Wójcik']);
  });

  test('a person cannot close or renew a tab of another person', async () => {
    await beat(anna, 'tab');
    expect((await leave(jan, 'tab')).status).toBe(204);
    expect((await beat(jan, 'tab')).others).toEqual(['Anna Wójcik']);
    expect((await beat(anna, 'tab')).others).toEqual(['Jan Nowak']);
  });

  test('a new tab deletes tabs without heartbeats, and a repeated heartbeat updates its row', async () => {
    const rows = async () => (await world.db.selectFrom('presence').select(['tab']).orderBy('tab').execute()).map(({ tab }) => tab);
    await beat(anna, 'a1', { kind: 'store', id: 'x' });
    await later(61);
    await beat(jan, 'j1');
    await beat(jan, 'j1');
    expect(await rows()).toEqual(['j1']);
  });

  test.each([
    [{ kind: 'notification', id: 'a', tab: 't' }, { kind: ['unknown'] }],
    [{ kind: 'content', id: 'A!', tab: 't' }, { id: ['unknown'] }],
    [{ kind: 'content', id: 'a', tab: 'x'.repeat(41) }, { tab: ['unknown'] }],
    [{ kind: 'content', id: 'a' }, { tab: ['required'] }],
  ])('%j is refused by field', async (body, fields) => {
    const answer = await world.staff('POST /api/v1/presence', { token: anna, body });
    expect(answer.status).toBe(422);
    expect(problemIn(answer).fields).toEqual(fields);
  });

  test('an unknown item has no other people, and a signed-out person gets 401', async () => {
    expect(await beat(anna, 'a1', { kind: 'knowledge', id: 'nosuch' })).toEqual(nobody);
    const left = await world.person('presence-left', { isAdmin: true });
    await world.staff('POST /session/logout', { token: left });
    expect((await world.staff(presenceRoutes.here, { token: left, body: { ...item, tab: 't' } })).status).toBe(401);
  });
});
