import type { Person } from '@endcap/contract/session';
import { useSyncExternalStore } from 'react';
import { type Session, session } from './current-session.ts';

export { session };

export const useSession = (): Session | null => useSyncExternalStore(session.subscribe, session.get);

/** The signed-in person; only for screens behind the sign-in. */
export const usePerson = (): Person => {
  const current = useSession();
  return current?.person ?? { id: '', name: '', picture: null, isAdmin: false, storeClaim: null };
};
