import { tabStorage } from './browser-storage.ts';
import { session } from './session.ts';

/** State of a list when it was left, and the row that was opened or created since. */
type Place = { search: Record<string, unknown>; top: number; marked?: string };
type Owned = Place & { owner: string };

const PREFIX = 'endcap.list:';
const NOWHERE: Place = { search: {}, top: 0 };
const owner = (): string | undefined => session.get()?.person.id;
const read = (path: string): Place => {
  try {
    const { owner: whose, ...place } = JSON.parse(tabStorage.get(PREFIX + path) ?? '{}') as Partial<Owned>;
    return whose === undefined || whose !== owner() ? NOWHERE : { ...NOWHERE, ...place };
  } catch {
    return NOWHERE;
  }
};
const write = (path: string, place: Place): void => {
  const whose = owner();
  // Without a session nothing is stored, so the list stays as its person last left it.
  if (whose === undefined) return;
  // If the storage is full, only the place in the list is lost.
  tabStorage.set(PREFIX + path, JSON.stringify({ ...place, owner: whose } satisfies Owned));
};

/** State of each list by path, stored in the tab until a sign-out. After an expired session only the same person gets it (D-45, ux 16). */
export const listPlaces = {
  read,
  /** Stores the state of the list and removes its mark, as the marked row has been seen. */
  keep: (path: string, search: Place['search'], top: number): void => write(path, { search, top }),
  /** Marks the row to scroll to on return. */
  mark: (path: string, marked: string): void => write(path, { ...read(path), marked }),
};
