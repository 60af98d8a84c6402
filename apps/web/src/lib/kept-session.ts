import type { Person } from '@endcap/contract/session';
import { storedValue } from './stored.ts';

export type Session = { accessToken: string; idToken: string | null; expiresAt: number; person: Person };

const readSession = (value: Partial<Session> | null): Session | null => {
  const { accessToken, idToken = null, expiresAt = 0, person } = value ?? {};
  return accessToken && person?.id && expiresAt > Date.now() ? { accessToken, idToken, expiresAt, person } : null;
};

const KEY = 'endcap.session';
/** Set in this browser while the last session was left by signing out. */
const LEFT_KEY = 'endcap.left';
const stored = storedValue(KEY, readSession);
/** Whose page this is: another's session is none here, until the page is loaded anew and has nothing of this person any more (AUTH-25, A24). */
let whose = stored.get()?.person.id;
const isOthers = (): boolean => whose !== undefined && (stored.get()?.person.id ?? whose) !== whose;
stored.subscribe(() => {
  whose = stored.get() === null ? undefined : (whose ?? stored.get()?.person.id);
});
// A session was here and is over without anybody having signed out, in this tab or another.
let lost = localStorage.getItem(KEY) !== null && stored.get() === null;
stored.subscribe(() => {
  lost = stored.get() === null && localStorage.getItem(LEFT_KEY) === null;
});
let timer: ReturnType<typeof setTimeout> | undefined;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const end = (): void => stored.set(null);

/** AUTH-13: ends the session at its expiry without waiting for a call or a reload. */
const watchExpiry = (): void => {
  clearTimeout(timer);
  const session = stored.get();
  if (session)
    timer = setTimeout(
      () => (session.expiresAt <= Date.now() ? end() : watchExpiry()),
      Math.min(LONGEST_TIMER_MS, session.expiresAt - Date.now()),
    );
};
stored.subscribe(watchExpiry);
watchExpiry();
// AUTH-12: what could not be read as a valid session does not stay in storage.
if (!stored.get()) localStorage.removeItem(KEY);

export const session = {
  get: (): Session | null => (isOthers() ? null : stored.get()),
  /** Somebody else has signed in since, elsewhere in this browser. */
  isOthers,
  begin: (begun: Session): void => {
    localStorage.removeItem(LEFT_KEY);
    whose = begun.person.id;
    stored.set(begun);
  },
  end,
  /** AUTH-14: a call with this token was refused; a session that has another one by now is not the one that was meant. */
  refused: (token: string | undefined): void => {
    if (isOthers()) return;
    const now = stored.look();
    if (now !== null && now.accessToken !== token) stored.readAgain();
    else end();
  },
  /** The person signs out, so however it ends now, nothing of theirs may stay (AUTH-17). */
  leave: (): void => localStorage.setItem(LEFT_KEY, 'true'),
  /** It ended by itself: what was typed is kept, and the sign-in page says so (D-53). */
  wasLost: (): boolean => lost,
  subscribe: stored.subscribe,
};
