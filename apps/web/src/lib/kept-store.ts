import { session } from './kept-session.ts';

type Selection = { person: string; storeId: string };

/** the administrator's selected store, kept per person until changed, cleared or signed out. */
const stored = session.stored<Selection>('endcap.store', (value) => {
  const { person, storeId } = value ?? {};
  return person && storeId ? { person, storeId } : null;
});

export const selectedStore = {
  /** Null is "everyone"; never somebody else's choice. */
  get: (): string | null => stored.get()?.storeId ?? null,
  set: (storeId: string | null): void => stored.set(storeId === null ? null : { person: session.get()?.person.id ?? '', storeId }),
  subscribe: stored.subscribe,
};
