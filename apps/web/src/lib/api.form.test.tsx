import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { answer, refuse } from '../../test/stand-in-api.ts';
import { session } from './session.ts';

/** Opens a list whose response is delayed, stores another session as another tab would (`other`), then refuses the list. */
const refuseMeanwhile = async (other: { id: string } | null): Promise<void> => {
  const answered = Promise.withResolvers<void>();
  const { api, findByRole } = await openScreen('/store-group', {
    answers: [
      answer(storeGroupRoutes.list, async () => {
        await answered.promise;
        return refuse('unauthenticated');
      }),
    ],
  });
  await waitFor(() => expect(api.requestsOf(storeGroupRoutes.list)).toHaveLength(1));
  const own = session.get();
  if (other) localStorage.setItem('endcap.session', JSON.stringify({ ...own, accessToken: 'other', person: { ...own?.person, ...other } }));
  answered.resolve();
  await findByRole('alert');
};
const keptToken = (): unknown => JSON.parse(localStorage.getItem('endcap.session') ?? '{}').accessToken;

test('a refused call ends the session of its own token', { tags: ['AUTH-14'] }, async () => {
  await refuseMeanwhile(null);
  expect([session.get(), session.wasLost(), keptToken()]).toEqual([null, true, undefined]);
});

test('a refused call does not end the session of another person who has signed in since', { tags: ['AUTH-14', 'A24'] }, async () => {
  await refuseMeanwhile({ id: 'staff-2' });
  expect([session.isOthers(), keptToken()]).toEqual([true, 'other']);
});
