/** How a list was left, and which of its rows was opened or made since. */
type Place = { search: Record<string, unknown>; top: number; marked?: string };

const PREFIX = 'endcap.list:';
const read = (path: string): Place => {
  try {
    return { search: {}, top: 0, ...(JSON.parse(sessionStorage.getItem(PREFIX + path) ?? '{}') as Partial<Place>) };
  } catch {
    return { search: {}, top: 0 };
  }
};
const write = (path: string, place: Place): void => {
  try {
    sessionStorage.setItem(PREFIX + path, JSON.stringify(place));
  } catch {
    // A full storage costs the way back, not the page.
  }
};

/** The ways back to lists, by their path; kept by the tab until signing out (D-45, ux 16). */
export const listPlaces = {
  read,
  /** The list as it stands; whatever was marked has been seen. */
  keep: (path: string, search: Place['search'], top: number): void => write(path, { search, top }),
  /** The row to be found again. */
  mark: (path: string, marked: string): void => write(path, { ...read(path), marked }),
};
