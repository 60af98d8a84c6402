import type { Found } from '@endcap/contract/search';
import { session } from './current-session.ts';

/** An item as a list of names shows it. */
export type Opened = Omit<Found, 'at'>;
type Stored = { person: string; items: Opened[] };

const MOST = 8;
const stored = session.stored<Stored>('endcap.opened', (value) => {
  const { person, items } = value ?? {};
  return person && Array.isArray(items) ? { person, items } : null;
});

/** The items that the person opened last, newest first, stored in this browser until they sign out. */
export const recentlyOpened = {
  get: (): Opened[] => stored.get()?.items ?? [],
  add: ({ kind, _id, label, name, detail }: Opened): void => {
    const others = recentlyOpened.get().filter((one) => one.kind !== kind || one._id !== _id);
    stored.set({ person: session.get()?.person.id ?? '', items: [{ kind, _id, label, name, detail }, ...others].slice(0, MOST) });
  },
};
