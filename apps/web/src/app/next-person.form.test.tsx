import { notifications, notificationsStore } from '@mantine/notifications';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { compactList } from '../features/content/list/use-compact.ts';
import { attempts } from '../features/notifications/send/attempt.ts';
import { emptySendForm, toPayload } from '../features/notifications/send/send-form.ts';
import { signInFailure } from '../features/session/sign-in-failure.ts';
import { prefetch, takePrefetched } from '../lib/prefetch.ts';
import { browserStorage } from '../lib/browser-storage.ts';
import { drafts } from '../lib/drafts.ts';
import { chooseLanguage } from '../lib/language.tsx';
import { laidForm } from '../lib/laid-form.ts';
import { listState } from '../lib/list-state.ts';
import { recentlyOpened } from '../lib/recently-opened.ts';
import { selectedStore } from '../lib/selected-store.ts';
import { session } from '../lib/session.ts';
import { signOut } from '../lib/sign-out.ts';
import { toast } from '../lib/toast.ts';
import { unsaved } from '../lib/unsaved.ts';

vi.mock('../lib/oidc.ts', () => ({ signOutAtProvider: async () => {} }));

const signIn = (id: string, accessToken = id): void =>
  session.begin({
    accessToken,
    idToken: null,
    expiresAt: Date.now() + 3_600_000,
    person: { id, name: id, picture: null, isAdmin: true, storeClaim: null },
  });

const LIST = '/notification';
const NAMES = '/api/v1/names';
const slot = { owner: 'anna', storeId: null, isTest: false };
const attempt = { key: 'of anna', at: 1, payload: toPayload(emptySendForm(new Date(0)), slot) };

/** Everything that a person's work puts into the memory of the page and into the browser. */
const work = async (): Promise<void> => {
  selectedStore.set('store1');
  recentlyOpened.add({ kind: 'popup', _id: 'p1', label: 'Popup', name: 'Kupon', detail: '' });
  listState.save(LIST, { text: 'Kupon' }, 120);
  laidForm.set({ overlay: {} as never, copy: null, name: 'Kupon', path: '/popup/p1' });
  drafts.write('anna/popup/new', { form: { name: 'Kupon' }, base: { name: '' }, tag: null, savedAt: 1 });
  // No module of today writes this key: a new one of the person's is removed without being named.
  localStorage.setItem('endcap.new', '{"of":"anna"}');
  const full = vi.spyOn(browserStorage, 'set').mockReturnValue(false);
  attempts.keep(slot, attempt);
  full.mockRestore();
  prefetch(NAMES);
  unsaved.register(async () => false);
  toast.success({ title: 'Kupon', body: '', closeLabel: '' });
  await waitFor(() => expect(notificationsStore.getState().notifications).toHaveLength(1));
  signInFailure.note(new Error('of anna'));
};

/** Simulates a change of the stored session in another tab. */
const elsewhere = (change: () => void): void => {
  change();
  dispatchEvent(Object.assign(new Event('storage'), { key: 'endcap.session' }));
};
const signOutElsewhere = (): void =>
  elsewhere(() => {
    localStorage.setItem('endcap.left', 'true');
    localStorage.removeItem('endcap.session');
  });

const nothing = {
  store: null,
  opened: [],
  list: { search: {}, top: 0 },
  laid: null,
  draft: null,
  attempt: null,
  answer: undefined,
  mayLeave: true,
  toasts: [],
  failure: null,
};
const storedValues = async () => ({
  store: selectedStore.get(),
  opened: recentlyOpened.get(),
  list: listState.read(LIST),
  laid: laidForm.get(),
  draft: drafts.read('anna/popup/new'),
  attempt: attempts.read(slot),
  answer: takePrefetched(NAMES),
  mayLeave: await unsaved.mayLeave(),
  toasts: notificationsStore.getState().notifications,
  failure: signInFailure.reason(),
});

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  session.leave();
  session.end();
  localStorage.clear();
  notifications.clean();
  signIn('anna');
});

test(
  'keeps nothing of a person who signed out in another tab, not even for the same person',
  { tags: ['AUTH-17', 'AUTH-25'] },
  async () => {
    await work();
    signOutElsewhere();
    expect(Object.keys(sessionStorage)).toEqual([]);
    signIn('anna');
    expect(await storedValues()).toEqual(nothing);
  },
);

test('a sign-out leaves the choices of the browser and nothing else in its storage', { tags: ['AUTH-17'] }, async () => {
  await work();
  chooseLanguage('en');
  compactList.set(true);
  const asks = vi.spyOn(unsaved, 'mayLeave').mockResolvedValue(true);
  await signOut();
  asks.mockRestore();
  expect([Object.keys(localStorage).toSorted(), Object.keys(sessionStorage)]).toEqual([
    ['endcap.compact', 'endcap.language', 'endcap.left'],
    [],
  ]);
  signIn('anna');
  expect(await storedValues()).toEqual(nothing);
});

test('shows nothing of a person whose session expired to the next one in the same tab', { tags: ['AUTH-25', 'A24'] }, async () => {
  await work();
  session.end();
  signIn('ola', 'anna');
  expect(await storedValues()).toEqual({ ...nothing, draft: expect.anything() });
});

test('an expiry removes toasts and unread answers, and keeps the key of an unstored attempt', { tags: ['AUTH-25', 'D-40'] }, async () => {
  await work();
  session.end();
  expect(notificationsStore.getState().notifications).toEqual([]);
  signIn('anna');
  expect(await storedValues()).toMatchObject({ store: 'store1', attempt, answer: undefined, mayLeave: false, toasts: [] });
});
