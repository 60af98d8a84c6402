import { beforeEach, expect, test, vi } from 'vitest';
import { createSession } from './create-session.ts';

const KEY = 'endcap.session';
const storage = new Map<string, string>();
let page = new EventTarget();
const sessionOf = (id: string, accessToken = `token of ${id}`) => ({
  accessToken,
  idToken: null,
  expiresAt: Date.now() + 3_600_000,
  person: { id, name: id, picture: null, isAdmin: true, storeClaim: null },
});
/** Changes the storage as another tab would, without an event for this page. */
const store = (session: object | null): void => void (session ? storage.set(KEY, JSON.stringify(session)) : storage.delete(KEY));
const comeBack = (persisted: boolean): void => void page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  storage.clear();
  page = new EventTarget();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
});

test('a stored session that has expired is never used, and is removed', { tags: ['AUTH-12', 'AUTH-13'] }, () => {
  store({ ...sessionOf('anna'), expiresAt: Date.now() - 1 });
  const session = createSession();
  expect([session.get(), session.wasLost(), storage.has(KEY)]).toEqual([null, true, false]);
});

test('a session ends at its expiry by itself', { tags: ['AUTH-12', 'AUTH-13', 'STATE-13'] }, () => {
  store({ ...sessionOf('anna'), expiresAt: Date.now() + 120_000 });
  const session = createSession();
  const heard: unknown[] = [];
  session.subscribe(() => heard.push(session.get()));
  vi.advanceTimersByTime(119_999);
  expect([heard, session.get()?.person.id]).toEqual([[], 'anna']);
  vi.advanceTimersByTime(1);
  expect([heard, session.wasLost(), storage.has(KEY)]).toEqual([[null], true, false]);
});

test('a session that outlasts the longest timer of a browser does not end before its time', { tags: ['AUTH-13'] }, () => {
  const days = 86_400_000;
  store({ ...sessionOf('anna'), expiresAt: Date.now() + 30 * days });
  const session = createSession();
  vi.advanceTimersByTime(30 * days - 1);
  expect(session.get()?.person.id).toBe('anna');
  vi.advanceTimersByTime(1);
  expect(session.get()).toBeNull();
});

test('reads the session again when restored from the back/forward cache, but not after a normal load', { tags: ['AUTH-25', 'A24'] }, () => {
  store(sessionOf('anna'));
  const session = createSession();
  const heard: (string | undefined)[] = [];
  session.subscribe(() => heard.push(session.get()?.person.id));
  store(null);
  comeBack(false);
  expect(heard).toEqual([]);
  comeBack(true);
  expect([heard, session.wasLost()]).toEqual([[undefined], true]);
});

test('a page restored from the back/forward cache reports no lost session after a sign-out', { tags: ['AUTH-25', 'A24'] }, () => {
  store(sessionOf('anna'));
  const session = createSession();
  storage.set('endcap.left', 'true');
  store(null);
  comeBack(true);
  expect([session.get(), session.wasLost(), session.isOthers()]).toEqual([null, false, false]);
});

test(
  "a page ignores another person's session until that person signs in on it or its own session is gone",
  { tags: ['AUTH-25', 'A24'] },
  () => {
    store(sessionOf('anna'));
    const session = createSession();
    store(sessionOf('ola'));
    comeBack(true);
    expect([session.get(), session.isOthers(), session.wasLost()]).toEqual([null, true, false]);
    session.begin(sessionOf('ola'));
    expect([session.get()?.person.id, session.isOthers()]).toEqual(['ola', false]);
    store(null);
    comeBack(true);
    store(sessionOf('anna'));
    comeBack(true);
    expect([session.get()?.person.id, session.isOthers()]).toEqual(['anna', false]);
  },
);

/** The XMLHttpRequest of an upload, answered with 401. */
const refusingUploads = (responseText: string) =>
  class {
    readonly upload = {};
    readonly status = 401;
    readonly responseText = responseText;
    onload = (): void => {};
    open(): void {}
    setRequestHeader(): void {}
    send(): void {
      this.onload();
    }
  };

test.each([
  ['of the API ends', JSON.stringify({ error: { code: 'unauthenticated', message: '' } }), undefined],
  ['of a proxy keeps', '<h1>401 Authorization Required</h1>', 'token of anna'],
])('a refused upload %s the session', { tags: ['AUTH-14'] }, async (_whose, reply, token) => {
  store(sessionOf('anna'));
  const { session } = await import('./current-session.ts');
  const { upload } = await import('./api.ts');
  vi.stubGlobal('XMLHttpRequest', refusingUploads(reply));
  const uploaded = upload('POST /api/v1/file-upload', new File(['x'], 'x.png'), () => {}, new AbortController().signal);
  await expect(uploaded).rejects.toMatchObject({ status: 401 });
  expect(session.get()?.accessToken).toBe(token);
});

test('a refused call ends the session of its own token alone', { tags: ['AUTH-14', 'A24'] }, () => {
  store(sessionOf('anna'));
  const session = createSession();
  store(sessionOf('anna', 'newer'));
  session.refused('token of anna');
  expect(session.get()?.accessToken).toBe('newer');
  store(sessionOf('ola'));
  session.refused('newer');
  expect(session.isOthers()).toBe(true);
  session.refused('token of ola');
  expect(storage.get(KEY)).toContain('token of ola');

  store(null);
  comeBack(true);
  store(sessionOf('ola'));
  comeBack(true);
  session.refused('token of ola');
  expect([session.get(), session.wasLost(), storage.has(KEY)]).toEqual([null, true, false]);
});

test('an expiry is no sign-out where the browser denies its storage', { tags: ['E-34', 'D-53'] }, () => {
  store(sessionOf('anna'));
  const session = createSession();
  const answers = session.own(() => ({}));
  const attempts = session.own(() => ({}), { survivesExpiry: true });
  const before = [answers(), attempts()];
  vi.stubGlobal('localStorage', undefined);
  session.end();
  const stays = () => [answers() === before[0], attempts() === before[1]];
  expect([session.get(), session.wasLost(), stays()]).toEqual([null, true, [false, true]]);
  session.begin(sessionOf('anna'));
  session.leave();
  session.end();
  expect([session.get(), session.wasLost(), stays()]).toEqual([null, false, [false, false]]);
});

test("a page of somebody else does not change the next person's storage", { tags: ['AUTH-25', 'A24'] }, () => {
  store(sessionOf('anna'));
  const session = createSession();
  const stored = session.stored<{ person: string }>('endcap.mine', (value) => (value?.person ? { person: value.person } : null));
  stored.set({ person: 'anna' });
  const mine = session.own(() => ({}));
  const before = mine();
  store(sessionOf('ola'));
  storage.set('endcap.mine', '{"person":"ola"}');
  comeBack(true);
  expect([session.isOthers(), stored.get(), mine() === before]).toEqual([true, null, false]);
  expect(storage.get('endcap.mine')).toBe('{"person":"ola"}');
});
