import { sessionRoutes } from '@endcap/contract/session';
import { expect, test, vi } from 'vitest';
import { answer, standInApi } from '../../test/stand-in-api.ts';
import { refreshRights } from './rights.ts';
import { session } from './session.ts';

const signIn = (id: string, isAdmin: boolean): void =>
  session.begin({
    accessToken: id,
    idToken: null,
    expiresAt: Date.now() + 3_600_000,
    person: { id, name: id, picture: null, isAdmin, storeClaim: null },
  });

test('requests the rights of each person, and ignores a late response for the previous person', { tags: ['Z20', 'AUTH-25'] }, async () => {
  const gate = Promise.withResolvers<void>();
  const api = standInApi([
    answer(sessionRoutes.rights, async ({ headers }) => {
      const isAnna = headers.get('authorization') === 'Bearer anna';
      if (isAnna) await gate.promise;
      return { isAdmin: isAnna };
    }),
  ]);
  vi.stubGlobal('fetch', api.fetch);
  signIn('anna', true);
  const ofAnna = refreshRights();
  session.end();
  signIn('ola', false);
  const ofOla = refreshRights();
  gate.resolve();
  await Promise.all([ofAnna, ofOla]);
  expect(session.get()?.person).toMatchObject({ id: 'ola', isAdmin: false });
  expect(api.requestsOf(sessionRoutes.rights).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer anna', 'Bearer ola']);
  expect(api.failures).toEqual([]);
});
