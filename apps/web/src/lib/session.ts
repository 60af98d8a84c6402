import type { Person } from '@endcap/contract/session';
import { useSyncExternalStore } from 'react';
import { storedValue } from './stored.ts';

export type Session = { accessToken: string; idToken: string | null; expiresAt: number; person: Person };

const isSession = (value: unknown): Session | null => {
  const session = value as Session | null;
  return session?.accessToken && session.person?.id && session.expiresAt > Date.now() ? session : null;
};

const stored = storedValue('endcap.session', isSession);
let timer: ReturnType<typeof setTimeout> | undefined;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** AUTH-13: ends the session at its expiry without waiting for a call or a reload. */
const watchExpiry = (): void => {
  clearTimeout(timer);
  const session = stored.get();
  if (session)
    timer = setTimeout(
      () => (session.expiresAt <= Date.now() ? stored.set(null) : watchExpiry()),
      Math.min(LONGEST_TIMER_MS, session.expiresAt - Date.now()),
    );
};
stored.subscribe(watchExpiry);
watchExpiry();
// AUTH-12: what could not be read as a valid session does not stay in storage.
if (!stored.get()) localStorage.removeItem('endcap.session');

export const session = {
  get: stored.get,
  begin: (begun: Session): void => stored.set(begun),
  end: (): void => stored.set(null),
  subscribe: stored.subscribe,
};

export const useSession = (): Session | null => useSyncExternalStore(session.subscribe, session.get);

/** The signed-in person; only for screens behind the sign-in. */
export const usePerson = (): Person => {
  const current = useSession();
  return current?.person ?? { id: '', name: '', picture: null, isAdmin: false, storeClaim: null };
};
