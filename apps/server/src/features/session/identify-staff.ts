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
const REMEMBERED_TOKENS = 10_000;

type Deps = { db: Database; identityProvider: IdentityProvider; productKey: string; factsClaim: string | undefined; now: () => Date };

/** Turns a bearer token into a person with rights, or refuses: 401 for the token, 503 when the provider cannot be asked. */
export const createStaffIdentity = ({ db, identityProvider, productKey, factsClaim, now }: Deps) => {
  const signedOutTogether = lookUpTogether((tokens) => signedOutOf(db, tokens));
  const isSignedOut = lookUpInTurns((tokens: readonly string[]) => signedOutOf(db, tokens));
  const remembered = new Map<string, { at: number; person: Promise<Person> }>();

  const ask = async (token: string, key: string, age: number): Promise<Person> => {
    const known = remembered.get(key);
    if (known && now().getTime() - known.at < age) return known.person;
    const person = identityProvider.userInfo(token).then((info) => readPerson(productKey, info));
    const entry = { at: now().getTime(), person };
    remembered.set(key, entry);
    if (remembered.size > REMEMBERED_TOKENS) remembered.delete(remembered.keys().next().value ?? '');
    return person.catch((error: unknown) => {
      if (remembered.get(key) === entry) remembered.delete(key);
      const outage = error instanceof Problem && error.code === 'unavailable';
      if (!outage || !known || age === 0 || now().getTime() - known.at > RIGHTS_STALE_MS) throw error;
      remembered.set(key, known);
      return known.person;
    });
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
        ? await ask(token, tokenHash.toString('base64'), route.rights === 'fresh' ? 0 : RIGHTS_MAX_AGE_MS)
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
