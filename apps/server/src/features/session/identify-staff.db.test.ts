import { Problem, type RouteSpec } from '@endcap/contract/core';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import type { IdentityProvider } from '../../platform/oidc/identity-provider.ts';
import { createStaffIdentity } from './identify-staff.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

const START = Date.parse('2026-12-01T10:00:00Z');
const [read, fresh] = [{ rights: 'remembered' }, { rights: 'fresh' }] as unknown as RouteSpec[];
const request = { raw: { rawHeaders: ['Authorization', 'Bearer a.b.c'] } } as unknown as FastifyRequest;
let seconds = 0;
let isAway = false;
let isRefused = false;
let held: Promise<void> | undefined;
let asked = 0;
let claims: Record<string, unknown> = {};
const identityProvider: IdentityProvider = {
  verify: () => Promise.resolve({ sub: 'ada', exp: START / 1000 + 3_600, ...claims }),
  prepare: () => Promise.resolve(),
  reach: () => Promise.resolve(),
  pageOrigins: () => [],
  tokenEndpoint: () => Promise.resolve(undefined),
  hasSignOut: () => Promise.resolve(true),
  userInfo: async () => {
    asked += 1;
    await held;
    if (isRefused) throw new Problem('unauthenticated', 'Gone');
    if (isAway) throw new Problem('unavailable', 'Away');
    return { sub: 'ada', app_metadata: { endcapAdmin: true } };
  },
};
let identify: ReturnType<typeof createStaffIdentity>;
beforeEach(() => {
  [seconds, isAway, isRefused, asked, held, claims] = [0, false, false, 0, undefined, {}];
  const now = () => new Date(START + seconds * 1000);
  identify = createStaffIdentity({ db: world.db, identityProvider, productKey: 'endcap', factsClaim: undefined, now });
});
const by = (route: RouteSpec | undefined, identifyBy = identify) => {
  if (!route) throw new Error('No route');
  return identifyBy(request, route).then(
    ({ isAdmin }) => isAdmin,
    ({ code }: Problem) => code,
  );
};

test(
  'cached rights serve reads while the provider is unavailable, for a quarter of an hour at most',
  { tags: ['F34', 'A-02'] },
  async () => {
    expect(await by(read)).toBe(true);
    [seconds, isAway] = [61, true];
    expect(await Promise.all([by(read), by(read), by(read)])).toEqual([true, true, true]);
    expect(asked).toBe(2);
    // The provider is not called again right after a failure.
    seconds = 65;
    expect([await by(read), asked]).toEqual([true, 2]);
    seconds = 67;
    expect([await by(read), asked]).toEqual([true, 3]);
    seconds = 15 * 60 + 1;
    expect(await by(read)).toBe('unavailable');
    isAway = false;
    expect(await by(read)).toBe(true);
  },
);
test(
  'a clock that is set back by an hour does not extend cached rights, and newer ones are cached',
  { tags: ['A-02', 'F65'] },
  async () => {
    expect(await by(read)).toBe(true);
    seconds = -3_600;
    expect([await by(read), asked]).toEqual([true, 2]);
    seconds = -3_590;
    expect([await by(read), asked]).toEqual([true, 2]);
    [seconds, isRefused] = [-7_200, true];
    expect(await by(read)).toBe('unauthenticated');
  },
);
test('a route that needs fresh rights is rejected during an outage, while reads keep using cached ones', { tags: ['F34'] }, async () => {
  expect(await by(read)).toBe(true);
  [seconds, isAway] = [10, true];
  expect(await Promise.all([by(fresh), by(read)])).toEqual(['unavailable', true]);
  expect([await by(read), await by(fresh), await by(read)]).toEqual([true, 'unavailable', true]);
  isAway = false;
  expect(await by(fresh)).toBe(true);
});
test('a person without cached rights is rejected while the provider is unavailable', { tags: ['F34'] }, async () => {
  isAway = true;
  expect(await Promise.all([by(read), by(fresh)])).toEqual(['unavailable', 'unavailable']);
  isAway = false;
  expect(await by(read)).toBe(true);
});
test('a response that was requested before a refusal and arrives after it is not cached', { tags: ['A-02'] }, async () => {
  let release = (): void => {};
  held = new Promise((resolve) => (release = resolve));
  const slow = by(read);
  await expect.poll(() => asked).toBe(1);
  held = undefined;
  [seconds, isRefused] = [2, true];
  expect(await by(fresh)).toBe('unauthenticated');
  isRefused = false;
  release();
  expect(await slow).toBe(true);
  seconds = 3;
  isRefused = true;
  expect(await by(read)).toBe('unauthenticated');
});
test('does not request user info with a facts claim, even if a token lacks the claim', { tags: ['E-30', 'A-02'] }, async () => {
  const now = () => new Date(START);
  const byClaim = createStaffIdentity({ db: world.db, identityProvider, productKey: 'endcap', factsClaim: 'https://facts', now });
  [isRefused, claims] = [true, { 'https://facts': { endcapAdmin: true } }];
  expect([await by(read, byClaim), await by(fresh, byClaim)]).toEqual([true, true]);
  for (claims of [{}, { 'https://facts': null }, { 'https://facts': { endcapAdmin: 'true' } }])
    expect([await by(read, byClaim), await by(fresh, byClaim)], JSON.stringify(claims)).toEqual([false, false]);
  expect(asked).toBe(0);
});

test(
  'rejects user info of another subject than the token, and names the setting that makes user info unnecessary',
  { tags: ['E-30'] },
  async () => {
    claims = { sub: 'ada@koszyk.example' };
    const refusal = { code: 'unauthenticated', message: expect.stringContaining('ENDCAP_OIDC_FACTS_CLAIM') };
    await expect(identify(request, read as RouteSpec)).rejects.toMatchObject(refusal);
  },
);
