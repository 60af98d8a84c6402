import { Problem, type RouteSpec } from '@endcap/contract/core';
import { type Person, readPerson } from '@endcap/contract/session';
import type { FastifyRequest } from 'fastify';
import type { Staff } from '../../callers.ts';
import { bearerToken } from '../../platform/http/bearer-token.ts';
import { lookUpInTurns } from '../../platform/look-up-in-turns.ts';
import { lookUpTogether } from '../../platform/look-up-together.ts';
import type { IdentityProvider } from '../../platform/oidc/identity-provider.ts';
import type { Database } from '../../tables.ts';
import { findStoreIdByClaim } from '../stores/index.ts';
import { hashSignedPart } from './hash-token.ts';
import { signedOutOf } from './signed-out.ts';

/** rights are taken from the identity provider at most this old. */
const RIGHTS_MAX_AGE_MS = 60_000;
/** While the provider is down, rights read within this time still serve reads (F34). */
const RIGHTS_STALE_MS = 15 * 60_000;
/** So long after it was down the provider is not asked again for rights that still serve. */
const ASKED_AGAIN_MS = 5_000;
const REMEMBERED_TOKENS = 10_000;

type Deps = { db: Database; identityProvider: IdentityProvider; productKey: string; factsClaim: string | undefined; now: () => Date };

const isOutage = (error: unknown): boolean => error instanceof Problem && error.code === 'unavailable';

/** Turns a bearer token into a person with rights, or refuses: 401 for the token, 503 when the provider cannot be asked. */
export const createStaffIdentity = ({ db, identityProvider, productKey, factsClaim, now }: Deps) => {
  const signedOutTogether = lookUpTogether((tokens) => signedOutOf(db, tokens));
  const isSignedOut = lookUpInTurns((tokens: readonly string[]) => signedOutOf(db, tokens));
  /** `at`: when they were asked for; `failedAt`: when newer ones were last not to be had. */
  type Rights = { at: number; person: Person; failedAt?: number };
  const remembered = new Map<string, Rights>();
  const underWay = new Map<string, Promise<Person>>();
  /** When rights were last refused: what was asked for before then is not remembered, however late it comes. */
  const refused = new Map<string, number>();

  const bound = (map: Map<string, unknown>): void => {
    if (map.size > REMEMBERED_TOKENS) map.delete(map.keys().next().value ?? '');
  };

  const age = (at: number): number => now().getTime() - at;
  const read = async (token: string, key: string): Promise<Person> => {
    const at = now().getTime();
    const person = await identityProvider
      .userInfo(token)
      .then((info) => readPerson(productKey, info))
      .catch((error: unknown) => {
        if (!isOutage(error)) {
          remembered.delete(key);
          refused.set(key, now().getTime());
          bound(refused);
        }
        throw error;
      });
    if (Math.max(remembered.get(key)?.at ?? 0, refused.get(key) ?? 0) <= at) remembered.set(key, { at, person });
    bound(remembered);
    return person;
  };
  /** Newer ones, or while they cannot be had those that still serve. */
  const renewed = async (token: string, key: string): Promise<Person> => {
    try {
      return await read(token, key);
    } catch (error) {
      const known = remembered.get(key);
      if (!isOutage(error) || !known || age(known.at) >= RIGHTS_STALE_MS) throw error;
      known.failedAt = now().getTime();
      return known.person;
    } finally {
      underWay.delete(key);
    }
  };
  const remember = (token: string, key: string): Promise<Person> | Person => {
    const known = remembered.get(key);
    const wasAway = known?.failedAt !== undefined && age(known.failedAt) < ASKED_AGAIN_MS && age(known.at) < RIGHTS_STALE_MS;
    if (known && (wasAway || age(known.at) < RIGHTS_MAX_AGE_MS)) return known.person;
    const person = underWay.get(key) ?? renewed(token, key);
    underWay.set(key, person);
    return person;
  };

  return async (request: FastifyRequest, route: RouteSpec): Promise<Staff> => {
    const token = bearerToken(request.raw);
    if (!token) throw new Problem('unauthenticated', 'Sign in first');
    const claims = await identityProvider.verify(token);
    // Whatever refuses the person from here on, the log says whom (API-GEN-13).
    request.actorId = claims.sub;
    if (await (route.polled ? signedOutTogether(token) : isSignedOut(token))) throw new Problem('unauthenticated', 'Signed out');
    const tokenHash = hashSignedPart(token);
    const facts = factsClaim === undefined ? undefined : claims[factsClaim];
    const person =
      facts === undefined
        ? await (route.rights === 'fresh' ? read : remember)(token, tokenHash.toString('base64'))
        : readPerson(productKey, { sub: claims.sub, name: claims['name'], app_metadata: facts });
    if (person.id !== claims.sub) throw new Problem('unauthenticated', 'User info belongs to somebody else');
    const storeId = person.isAdmin || person.storeClaim === null ? null : await findStoreIdByClaim(db, person.storeClaim);
    return {
      kind: 'staff',
      id: person.id,
      name: person.name,
      isAdmin: person.isAdmin,
      storeId,
      tokenHash,
      tokenExpiresAt: new Date(claims.exp * 1000),
    };
  };
};
