import { expect, test } from 'vitest';
import { listState } from './list-state.ts';
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
  listState.save(list, { text: 'Kupon' }, 120);
  listState.mark(list, 'sent1');
  const left = { search: { text: 'Kupon' }, top: 120, marked: 'sent1' };
  expect(listState.read(list)).toMatchObject(left);
  // The session expires without a sign-out. The list is then left without a session, and stores nothing.
  session.end();
  listState.save(list, { text: 'Inny' }, 0);
  signIn('ola');
  expect(listState.read(list)).toEqual({ search: {}, top: 0 });
  session.end();
  signIn('anna');
  expect(listState.read(list)).toMatchObject(left);
});
