import { randomUUID } from 'node:crypto';
import { deviceRoutes, INVITE_MINUTES, testPhoneRoutes } from '@endcap/contract/devices';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let admin: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const aPhone = async (push: string | null = `token-${randomUUID()}`): Promise<{ id: string; token: string }> => {
  const body = {
    installId: randomUUID(),
    platform: 'android' as const,
    appVersion: '3.4.0',
    push: push === null ? null : { kind: 'token' as const, value: push },
  };
  const { deviceId, deviceSecret = '' } = (await world.phone(deviceRoutes.register, { body })).body;
  return { id: deviceId, token: deviceSecret };
};
const invite = async () => (await world.staff(testPhoneRoutes.invite, { token: admin })).body;
const scan = (token: string, code: string) => world.phone(deviceRoutes.becomeTester, { token, body: { code } });
const listed = async () => (await world.staff(testPhoneRoutes.list, { token: admin })).body;
const at = (id: string) => `/api/v1/test-phones/${id}`;

describe('test phones', () => {
  test('a phone that scans the code is a test phone; an administrator names and removes it', { tags: ['PLAN-07'] }, async () => {
    const phone = await aPhone();
    const { code, link } = await invite();
    expect(link).toBe(`endcap://tester/${code}`);
    expect((await scan(phone.token, code)).status).toBe(204);
    expect(await listed()).toEqual([
      { _id: phone.id, name: null, platform: 'android', appVersion: '3.4.0', seenAt: expect.any(String), reachable: true },
    ]);
    const named = await world.staff(`PATCH ${at(phone.id)}`, { token: admin, body: { name: '  Telefon   Anny ' } });
    expect(named).toMatchObject({ status: 200, body: { _id: phone.id, name: 'Telefon Anny' } });
    const long = await world.staff(`PATCH ${at(phone.id)}`, { token: admin, body: { name: 'x'.repeat(61) } });
    expect(long).toMatchObject({ status: 422, body: { error: { fields: { name: ['tooLong'] } } } });
    expect((await world.staff(`DELETE ${at(phone.id)}`, { token: admin })).status).toBe(204);
    expect(await listed()).toEqual([]);
    for (const call of [`DELETE ${at(phone.id)}`, `DELETE ${at('unknown')}`] as const)
      expect((await world.staff(call, { token: admin })).status).toBe(404);
    expect((await world.staff(`PATCH ${at(phone.id)}`, { token: admin, body: { name: 'X' } })).status).toBe(404);
    expect((await world.phone(deviceRoutes.me, { token: phone.token })).body.isTester).toBe(false);
  });

  test('a code works once even if phones scan it at the same instant, and only its hash is stored', { tags: ['PLAN-07'] }, async () => {
    const { code } = await invite();
    const rows = await world.db.selectFrom('testerInvite').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
    const phones = await Promise.all(Array.from({ length: 4 }, () => aPhone()));
    const answers = await Promise.all(phones.map(({ token }) => scan(token, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(3).fill(403)]);
    expect(await listed()).toHaveLength(1);
    for (const { id } of phones) await world.staff(`DELETE ${at(id)}`, { token: admin });
  });

  test('test phones are listed by name in Polish order, those without a name last', { tags: ['PLAN-07'] }, async () => {
    const names = ['Zofia', null, 'Łukasz', 'lidia', 'Ewa'];
    const phones = await Promise.all(names.map(() => aPhone()));
    for (const [n, { id, token }] of phones.entries()) {
      await scan(token, (await invite()).code);
      await world.staff(`PATCH ${at(id)}`, { token: admin, body: { name: names[n] } });
    }
    expect((await listed()).map(({ name }) => name)).toEqual(['Ewa', 'lidia', 'Łukasz', 'Zofia', null]);
    for (const { id } of phones) await world.staff(`DELETE ${at(id)}`, { token: admin });
  });

  test('a code expires after ten minutes of database time, or when the same person creates another', { tags: ['PLAN-07'] }, async () => {
    const phone = await aPhone();
    const first = await invite();
    const ahead = Date.parse(first.expiresAt) - Date.now();
    expect(Math.abs(ahead - INVITE_MINUTES * 60_000)).toBeLessThan(60_000);
    const second = await invite();
    expect((await scan(phone.token, first.code)).status).toBe(403);
    await sql`update tester_invite set expires_at = clock_timestamp()`.execute(world.db);
    expect((await scan(phone.token, second.code)).status).toBe(403);
    // A new invite deletes the expired invites of all people.
    await sql`insert into tester_invite (made_by, code_hash, expires_at) values ('somebody', '\\x00', clock_timestamp()), ('another', '\\x01', now() + interval '1 hour')`.execute(
      world.db,
    );
    const next = await invite();
    const kept = (await world.db.selectFrom('testerInvite').select('madeBy').execute()).map(({ madeBy }) => madeBy);
    expect([kept.length, kept.includes('another'), kept.includes('somebody')]).toEqual([2, true, false]);
    expect((await scan(phone.token, next.code)).status).toBe(204);
    await sql`delete from tester_invite`.execute(world.db);
    await world.staff(`DELETE ${at(phone.id)}`, { token: admin });
  });

  test(
    'a deleted test phone leaves the list with its name; a phone without a push address is listed as unreachable',
    { tags: ['PLAN-07', 'OPS-07'] },
    async () => {
      const phone = await aPhone(null);
      await scan(phone.token, 'tester-code');
      expect(await listed()).toMatchObject([{ _id: phone.id, reachable: false }]);
      await world.staff(`PATCH ${at(phone.id)}`, { token: admin, body: { name: 'Kasia' } });
      expect((await world.phone(deviceRoutes.remove, { token: phone.token })).status).toBe(204);
      expect(await listed()).toEqual([]);
      const left = await world.db.selectFrom('device').where('testerName', 'is not', null).select('id').execute();
      expect(left).toEqual([]);
    },
  );

  test('guessing codes is limited as for the configured code, and so is creating them', { tags: ['PLAN-07', 'D-14'] }, async () => {
    const phone = await aPhone();
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1) answers.push((await scan(phone.token, `wrong-${n}`)).status);
    expect([answers[0], answers.at(-1)]).toEqual([403, 429]);
    const { code } = await invite();
    expect((await scan(phone.token, code)).status).toBe(429);
    const shown: number[] = [];
    for (let n = 0; n < 61; n += 1) shown.push((await world.staff(testPhoneRoutes.invite, { token: admin })).status);
    expect(shown.at(-1)).toBe(429);
  });
});
