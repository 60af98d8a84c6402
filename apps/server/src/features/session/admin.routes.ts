import { Problem } from '@endcap/contract/core';
import { myStoreRoutes, sessionRoutes } from '@endcap/contract/session';
import type { AdminHandle } from '../../callers.ts';
import { bearerToken } from '../../platform/http/bearer-token.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Database } from '../../tables.ts';
import { findStore } from '../stores/index.ts';
import { lastLoginOf, recordLogin } from './session.repository.ts';
import { signOut } from './signed-out.ts';
import { storeScope } from './store-scope.ts';

type Deps = { db: Database; now: () => Date };

export const addSessionRoutes = (handle: AdminHandle, { db, now }: Deps): void => {
  handle(sessionRoutes.lastLogin, async ({ actor, request }) => {
    const storeId = await storeScope(db, actor, request);
    const at = storeId === null ? null : await lastLoginOf(db, storeId);
    return { lastLoginDate: at?.toISOString() ?? null };
  });

  handle(sessionRoutes.registerLogin, async ({ actor }) => {
    const login = { person: actor.id, name: actor.name, storeId: actor.storeId, at: now() };
    await inTransaction(db, (trx) => recordLogin(trx, login));
    return undefined;
  });

  handle(myStoreRoutes.read, async ({ actor }) => {
    const store = actor.storeId === null ? undefined : await findStore(db, actor.storeId);
    if (!store) throw new Problem('not_found', 'No store is assigned to you');
    return store;
  });

  handle(sessionRoutes.rights, async ({ actor: { id, isAdmin, storeId } }) => ({ id, isAdmin, storeId }));

  handle(sessionRoutes.logout, async ({ actor, request }) => {
    await signOut(db, bearerToken(request.raw) ?? '', actor.tokenExpiresAt, now());
    return undefined;
  });
};
