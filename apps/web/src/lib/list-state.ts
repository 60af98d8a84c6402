import { tabStorage } from './browser-storage.ts';
import { session } from './session.ts';

/** State of a list when it was left, and the row that was opened or created since. */
type ListState = { search: Record<string, unknown>; top: number; marked?: string };
type Owned = ListState & { owner: string };

const PREFIX = 'endcap.list:';
const INITIAL: ListState = { search: {}, top: 0 };
const owner = (): string | undefined => session.get()?.person.id;
const read = (path: string): ListState => {
  try {
    const { owner: whose, ...state } = JSON.parse(tabStorage.get(PREFIX + path) ?? '{}') as Partial<Owned>;
    return whose === undefined || whose !== owner() ? INITIAL : { ...INITIAL, ...state };
  } catch {
    return INITIAL;
  }
};
const write = (path: string, state: ListState): void => {
  const whose = owner();
  // Without a session nothing is stored, so the list stays as its person last left it.
  if (whose === undefined) return;
  // If the storage is full, only the position in the list is lost.
  tabStorage.set(PREFIX + path, JSON.stringify({ ...state, owner: whose } satisfies Owned));
};

/** State of each list by path, stored in the tab until a sign-out. After an expired session only the same person gets it (D-45, ux 16). */
export const listState = {
  read,
  /** Stores the state of the list and removes its mark, as the marked row has been seen. */
  save: (path: string, search: ListState['search'], top: number): void => write(path, { search, top }),
  /** Marks the row to scroll to on return. */
  mark: (path: string, marked: string): void => write(path, { ...read(path), marked }),
};
