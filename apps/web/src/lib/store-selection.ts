import { session } from './current-session.ts';

type Selection = { person: string; storeId: string };

/** The administrator's selected store, stored per person until it is changed, cleared or signed out. */
const stored = session.stored<Selection>('endcap.store', (value) => {
  const { person, storeId } = value ?? {};
  return person && storeId ? { person, storeId } : null;
});

export const selectedStore = {
  /** Null means "everyone". The choice of another person is ignored. */
  get: (): string | null => stored.get()?.storeId ?? null,
  set: (storeId: string | null): void => stored.set(storeId === null ? null : { person: session.get()?.person.id ?? '', storeId }),
  subscribe: stored.subscribe,
};
