import { session } from './session.ts';

/** How a list was left, and which of its rows was opened or made since. */
type Place = { search: Record<string, unknown>; top: number; marked?: string };
type Owned = Place & { owner: string };

const PREFIX = 'endcap.list:';
const NOWHERE: Place = { search: {}, top: 0 };
const owner = (): string | undefined => session.get()?.person.id;
const read = (path: string): Place => {
  try {
    const { owner: whose, ...place } = JSON.parse(sessionStorage.getItem(PREFIX + path) ?? '{}') as Partial<Owned>;
    return whose === undefined || whose !== owner() ? NOWHERE : { ...NOWHERE, ...place };
  } catch {
    return NOWHERE;
  }
};
const write = (path: string, place: Place): void => {
  const whose = owner();
  // Nobody's: a list that goes with an ended session stays as its person last had it.
  if (whose === undefined) return;
  try {
    sessionStorage.setItem(PREFIX + path, JSON.stringify({ ...place, owner: whose } satisfies Owned));
  } catch {
    // A full storage costs the way back, not the page.
  }
};

/** The ways back to lists, by their path; kept by the tab until signing out, and nobody else's when the session ended by itself (D-45, ux 16). */
export const listPlaces = {
  read,
  /** The list as it stands; whatever was marked has been seen. */
  keep: (path: string, search: Place['search'], top: number): void => write(path, { search, top }),
  /** The row to be found again. */
  mark: (path: string, marked: string): void => write(path, { ...read(path), marked }),
};
