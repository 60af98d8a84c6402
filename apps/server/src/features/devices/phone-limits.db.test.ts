import { randomUUID } from 'node:crypto';
import { deviceRoutes, testPhoneRoutes } from '@endcap/contract/devices';
import { afterEach, describe, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
afterEach(() => world.close());

const app = '/app/v1';
const via = (address: string) => ({ 'x-forwarded-for': address });
const register = (headers: Record<string, string> = {}) =>
  world.phone(deviceRoutes.register, { body: { installId: randomUUID(), platform: 'android', appVersion: '3.4.0' }, headers });
const aPhone = async (headers = {}): Promise<string> => (await register(headers)).body.deviceSecret ?? '';
const times = async (many: number, ask: (n: number) => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < many; n += 1) statuses.push((await ask(n)).status);
  return statuses;
};
const later = (ms: number): void => {
  world.clock.aheadMs += ms;
};

describe('the address of a caller', { tags: ['D-14', 'P03', 'H12'] }, () => {
  test('behind a trusted proxy each real address has its own limit, and addresses added by the caller are ignored', async () => {
    world = await freshWorld({ ENDCAP_APP_REGISTRATION_LIMIT: '2', ENDCAP_TRUSTED_PROXIES: '127.0.0.0/8' });
    expect(await times(8, (n) => register(via(`10.0.0.${n}`)))).toEqual(Array(8).fill(201));
    expect(await times(4, (n) => register(via(`8.8.8.${n}, 10.9.9.9`)))).toEqual([201, 201, 429, 429]);
    expect(await times(3, (n) => register(via(`2001:db8::${n}`)))).toEqual([201, 201, 429]);
  });
  test('an address counts as one caller in each spelling, and callers without an address count as one', { tags: ['E-41'] }, async () => {
    world = await freshWorld({ ENDCAP_APP_REGISTRATION_LIMIT: '2', ENDCAP_TRUSTED_PROXIES: '127.0.0.1' });
    const from = (addresses: string[]) => times(addresses.length, (n) => register(via(addresses[n] ?? '')));
    expect(await from(['10.0.0.1', '10.0.0.1:5001', '10.0.0.1:5002', '::ffff:10.0.0.1', '[::ffff:a00:1]:443'])).toEqual([
      201, 201, 429, 429, 429,
    ]);
    expect(await from(['[2001:db8::1]:5001', '[2001:DB8::2]:5002', '2001:db8:0:0::3%eth0'])).toEqual([201, 201, 429]);
    expect(await from(['unknown', '_hidden', '10.0.0.300', 'x'])).toEqual([201, 201, 429, 429]);
    // A second trusted proxy is recognised in every spelling of its address.
    expect(await from(['10.0.0.2, 127.0.0.1:5001', '10.0.0.2, ::ffff:127.0.0.1', '10.0.0.2'])).toEqual([201, 201, 429]);
  });
  test('all networks of one /48 together have a limit of ten addresses', { tags: ['E-41'] }, async () => {
    world = await freshWorld({ ENDCAP_APP_REGISTRATION_LIMIT: '1', ENDCAP_TRUSTED_PROXIES: '127.0.0.1' });
    expect(await times(12, (n) => register(via(`2001:db8:5:${n}::1`)))).toEqual([...Array(10).fill(201), 429, 429]);
    expect((await register(via('2001:db8:6::1'))).status).toBe(201);
  });
  test('without a trusted proxy the forwarding header is ignored', async () => {
    world = await freshWorld({ ENDCAP_APP_REGISTRATION_LIMIT: '2', ENDCAP_TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(await times(4, (n) => register(via(`10.0.0.${n}`)))).toEqual([201, 201, 429, 429]);
    const refused = await register();
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    later(61_000);
    expect((await register()).status).toBe(201);
  });
  test('all addresses together have a limit of their own', async () => {
    world = await freshWorld({ ENDCAP_APP_REGISTRATION_TOTAL: '3', ENDCAP_TRUSTED_PROXIES: '127.0.0.1' });
    expect(await times(5, (n) => register(via(`10.0.0.${n}`)))).toEqual([201, 201, 201, 429, 429]);
  });
});

describe('a caller with a secret can add no more phones than one without', { tags: ['D-14'] }, () => {
  const again = (token: string, installId: string, headers = {}) =>
    world.phone(`POST ${app}/devices`, { token, body: { installId, platform: 'android', appVersion: '3.4.0' }, headers });
  test('new installations count towards the limits of their address and of all addresses, with or without a secret', async () => {
    world = await freshWorld({
      ENDCAP_APP_REGISTRATION_LIMIT: '3',
      ENDCAP_APP_REGISTRATION_TOTAL: '6',
      ENDCAP_TRUSTED_PROXIES: '127.0.0.0/8',
    });
    const token = await aPhone(via('10.0.0.1'));
    expect(await times(4, () => again(token, randomUUID(), via('10.0.0.1')))).toEqual([201, 201, 429, 429]);
    expect(await times(4, (n) => again(token, randomUUID(), via(`10.1.0.${n}`)))).toEqual([201, 201, 201, 429]);
    const { devices } = await world.db
      .selectFrom('device')
      .select((eb) => eb.fn.countAll<number>().as('devices'))
      .executeTakeFirstOrThrow();
    expect(Number(devices)).toBe(6);
  });
  test('an installation that registers again with its own secret does not count as new', async () => {
    world = await freshWorld({ ENDCAP_APP_REGISTRATION_LIMIT: '1' });
    const installId = randomUUID();
    const first = await again('', installId);
    const token = (first.body as { deviceSecret: string }).deviceSecret;
    expect(await times(5, () => again(token, installId))).toEqual(Array(5).fill(200));
    expect((await again(token, randomUUID())).status).toBe(429);
  });
});

describe('a caller is counted by its device, or else by its address', { tags: ['D-14'] }, () => {
  test('an identified device is counted by itself on every route, others at its address do not use up its calls', async () => {
    world = await freshWorld({ ENDCAP_APP_RATE_LIMIT: '3' });
    const [one, other] = [await aPhone(), await aPhone()];
    for (const path of ['/stores', '/settings?x=', '/popups?appVersion=3.4.0&x=', '/devices/me']) {
      const ask = (n: number, token?: string) => world.phone(`GET ${app}${path}${path.endsWith('=') ? n : ''}`, token ? { token } : {});
      expect(await times(4, (n) => ask(n, one)), path).toEqual([200, 200, 200, 429]);
      expect((await ask(9, other)).status, path).toBe(200);
      later(61_000);
      if (path !== '/devices/me') expect(await times(4, (n) => ask(10 + n)), path).toEqual([200, 200, 200, 429]);
      expect((await ask(20, one)).status, path).toBe(200);
      later(61_000);
    }
  });
  test('made-up secrets run out for an address, real ones at the same address do not', async () => {
    world = await freshWorld({ ENDCAP_APP_SECRET_LIMIT: '120' });
    const real = await aPhone();
    const statuses = await times(125, (n) => world.phone(`GET ${app}/devices/me`, { token: `made-up-${n}` }));
    expect([statuses.indexOf(429), new Set(statuses.slice(0, 120)), new Set(statuses.slice(120))]).toEqual([
      120,
      new Set([401]),
      new Set([429]),
    ]);
    expect((await world.phone(`GET ${app}/stores`, { token: 'made-up' })).status).toBe(429);
    expect((await world.phone(`GET ${app}/devices/me`, { token: real })).status).toBe(200);
  });
  test('ten wrong tester codes an hour, by device and by address; right ones cost nothing', async () => {
    world = await freshWorld({ ENDCAP_TRUSTED_PROXIES: '127.0.0.1' });
    const tell = (token: string, code: string, from: string) =>
      world.phone(`POST ${app}/devices/me/tester`, { token, body: { code }, headers: via(from) });
    const phones = await Promise.all(Array.from({ length: 12 }, () => aPhone()));
    expect(await times(12, (n) => tell(phones[n] ?? '', 'tester-code', '10.0.0.1'))).toEqual(Array(12).fill(204));
    const [one = '', other = '', third = ''] = phones;
    // One device from everywhere.
    expect(await times(11, (n) => tell(one, `guess-${n}`, `10.1.0.${n}`))).toEqual([...Array(10).fill(403), 429]);
    expect((await tell(one, 'tester-code', '10.1.1.1')).status).toBe(429);
    // Many devices at one address.
    expect(await times(11, (n) => tell(phones[n + 1] ?? '', `guess-${n}`, '10.2.0.1'))).toEqual([...Array(10).fill(403), 429]);
    expect((await tell(other, 'tester-code', '10.3.0.1')).status).toBe(204);
    later(3_600_000);
    expect((await tell(third, 'tester-code', '10.2.0.1')).status).toBe(204);
  });
  test(
    'concurrent guesses get no more attempts than sequential ones, and right codes do not use up attempts',
    { tags: ['D-14'] },
    async () => {
      world = await freshWorld({ ENDCAP_TRUSTED_PROXIES: '127.0.0.1' });
      const admin = await world.tokenOf('admin');
      const tell = (token: string, code: string, from: string) =>
        world.phone(`POST ${app}/devices/me/tester`, { token, body: { code }, headers: via(from) });
      const phone = await aPhone();
      const atOnce = (ask: (n: number) => Promise<{ status: number }>) => Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)));
      // Right codes leave all ten attempts for wrong ones.
      for (let n = 0; n < 12; n += 1) {
        const { code } = (await world.staff(testPhoneRoutes.invite, { token: admin })).body;
        expect((await tell(phone, code, '10.0.0.1')).status).toBe(204);
      }
      const ofOne = await atOnce((n) => tell(phone, `guess-${n}`, '10.0.0.1'));
      expect(ofOne.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(403), ...Array(30).fill(429)]);
      const phones = await Promise.all(Array.from({ length: 40 }, () => aPhone()));
      const ofMany = await atOnce((n) => tell(phones[n] ?? '', `guess-${n}`, '10.2.0.1'));
      expect(ofMany.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(403), ...Array(30).fill(429)]);
      // The configured code is compared without a query.
      const right = await atOnce((n) => tell(phones[n] ?? '', 'tester-code', '10.4.0.1'));
      expect(right.map(({ status }) => status)).toEqual(Array(40).fill(204));
      // A device that was rejected for its address keeps its own attempts.
      const refused = phones[ofMany.findIndex(({ status }) => status === 429)] ?? '';
      const left = await atOnce((n) => tell(refused, `guess-${n}`, `10.3.0.${n}`));
      expect(left.filter(({ status }) => status === 403)).toHaveLength(10);
    },
  );
  test('distinct anonymous feed requests are limited, and repeated ones are not', async () => {
    world = await freshWorld({ ENDCAP_APP_FEED_LIMIT: '5' });
    // A cached response is sent before Fastify sees the request, so the test needs a real socket.
    const at = await world.appApp.listen({ port: 0, host: '127.0.0.1' });
    const ask = (n: number, token?: string) =>
      fetch(`${at}${app}/content?appVersion=3.4.${n}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
    const device = await aPhone();
    expect(await times(7, (n) => ask(n))).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await times(10, () => ask(1))).toEqual(Array(10).fill(200));
    expect((await ask(50, device)).status).toBe(200);
    expect((await world.phone(`GET ${app}/content/abc?appVersion=1.0.0`)).status).toBe(429);
  });
});
test('health is never counted', { tags: ['D-14'] }, async () => {
  world = await freshWorld({ ENDCAP_APP_RATE_LIMIT: '1' });
  expect(await times(5, () => world.phone('GET /healthz'))).toEqual(Array(5).fill(200));
});
