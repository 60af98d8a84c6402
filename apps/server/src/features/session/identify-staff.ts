import { Problem, type RouteSpec } from '@endcap/contract/core';
import { readPerson } from '@endcap/contract/session';
import type { FastifyRequest } from 'fastify';
import type { Staff } from '../../callers.ts';
import { bearerToken } from '../../platform/http/bearer-token.ts';
import { batchLoader, POLLED_WINDOW_MS } from '../../platform/batch-loader.ts';
import type { IdentityProvider } from '../../platform/oidc/identity-provider.ts';
import type { Database } from '../../tables.ts';
import { findStoreIdByClaim } from '../stores/index.ts';
import { hashSignedPart } from './hash-token.ts';
import { recordRights } from './session.repository.ts';
import { signedOutOf } from './signed-out.ts';
import { createStaffRights } from './staff-rights.ts';

type Deps = { db: Database; identityProvider: IdentityProvider; productKey: string; factsClaim: string | undefined; now: () => Date };

const REMEMBERED_PEOPLE = 10_000;
/** Other processes may have stored other rights of the same person meanwhile. */
const RECORDED_AGAIN_MS = 60_000;

/** Stores rights at a person's first request, when they change, and once a minute; simultaneous requests share one write. */
const createRightsRecorder = (db: Database, now: () => Date) => {
  const recorded = new Map<string, { rights: string; at: number; written: Promise<void> }>();
  return ({ id: person, isAdmin, storeId }: Pick<Staff, 'id' | 'isAdmin' | 'storeId'>, asOf: Date | null): Promise<void> => {
    const rights = JSON.stringify([isAdmin, storeId]);
    const [last, at] = [recorded.get(person), now().getTime()];
    if (last?.rights === rights && Math.abs(at - last.at) < RECORDED_AGAIN_MS) return last.written;
    const written = recordRights(db, { person, isAdmin, storeId, asOf });
    written.catch(() => recorded.delete(person));
    if (recorded.size >= REMEMBERED_PEOPLE) recorded.clear();
    recorded.set(person, { rights, at, written });
    return written;
  };
};

/** Some providers name a person by a login in access tokens and by an id elsewhere; no specification makes the two the same. */
const OTHER_SUBJECT =
  'User info names somebody else (sub) than the access token. If it does so for everybody, have the identity provider sign app_metadata into access tokens and name the claim in ENDCAP_OIDC_FACTS_CLAIM';

/** Authenticates a person and reads their rights. Throws 401 for an invalid token, 503 if the provider is unavailable. */
export const createStaffIdentity = ({ db, identityProvider, productKey, factsClaim, now }: Deps) => {
  const findSignedOut = (tokens: readonly string[]) => signedOutOf(db, tokens);
  const isSignedOut = batchLoader(findSignedOut);
  const isSignedOutPolled = batchLoader(findSignedOut, { windowMs: POLLED_WINDOW_MS });
  const rights = createStaffRights({ identityProvider, productKey, now });
  const recordRightsOf = createRightsRecorder(db, now);

  return async (request: FastifyRequest, route: RouteSpec): Promise<Staff> => {
    const token = bearerToken(request.raw);
    if (!token) throw new Problem('unauthenticated', 'Sign in first');
    const claims = await identityProvider.verify(token);
    // Set first, so that the log names the person when a check below refuses the request (API-GEN-13).
    request.actorId = claims.sub;
    if (await (route.polled ? isSignedOutPolled(token) : isSignedOut(token))) throw new Problem('unauthenticated', 'Signed out');
    const tokenHash = hashSignedPart(token);
    // Providers that put the facts into tokens may reject these tokens at user info, so it is not called then. Without the claim a person
    // has no rights (E-30).
    const person =
      factsClaim === undefined
        ? await (route.rights === 'fresh' ? rights.read : rights.remember)(token, tokenHash.toString('base64'))
        : readPerson(productKey, { sub: claims.sub, name: claims['name'], app_metadata: claims[factsClaim] });
    if (person.id !== claims.sub) throw new Problem('unauthenticated', OTHER_SUBJECT);
    const storeId = person.isAdmin || person.storeClaim === null ? null : await findStoreIdByClaim(db, person.storeClaim);
    // Rights read from a token are as old as the token.
    const asOf = factsClaim === undefined || claims.iat === undefined ? null : new Date(claims.iat * 1000);
    await recordRightsOf({ id: person.id, isAdmin: person.isAdmin, storeId }, asOf);
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
