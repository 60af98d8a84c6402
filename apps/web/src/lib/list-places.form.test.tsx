import { expect, test } from 'vitest';
import { listPlaces } from './list-places.ts';
import { session } from './session.ts';

const signIn = (id: string): void =>
  session.begin({
    accessToken: id,
    idToken: null,
    expiresAt: Date.now() + 3_600_000,
    person: { id, name: id, picture: null, isAdmin: true, storeClaim: null },
  });
const list = '/notification';

test('restores a list as its person left it, and hides that from the next person in the same tab', { tags: ['D-45'] }, () => {
  signIn('anna');
  listPlaces.keep(list, { text: 'Kupon' }, 120);
  listPlaces.mark(list, 'sent1');
  const left = { search: { text: 'Kupon' }, top: 120, marked: 'sent1' };
  expect(listPlaces.read(list)).toMatchObject(left);
  // The session expires without a sign-out. The list is then left without a session, and stores nothing.
  session.end();
  listPlaces.keep(list, { text: 'Inny' }, 0);
  signIn('ola');
  expect(listPlaces.read(list)).toEqual({ search: {}, top: 0 });
  session.end();
  signIn('anna');
  expect(listPlaces.read(list)).toMatchObject(left);
});
