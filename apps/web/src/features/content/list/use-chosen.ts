import { useState } from 'react';

/** Rows that were chosen, page by page; `found` means everything that the filter finds. */
export const useChosen = (filter: string) => {
  const [chosen, setChosen] = useState<{ filter: string; ids: ReadonlySet<string>; found: boolean }>({
    filter,
    ids: new Set(),
    found: false,
  });
  // Another filter finds other items. Clears the choice, so that no invisible item can be changed.
  if (chosen.filter !== filter) setChosen({ filter, ids: new Set(), found: false });
  return {
    ids: chosen.ids,
    found: chosen.found,
    choose: (ids: readonly string[], on: boolean): void => {
      const next = new Set(chosen.ids);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      setChosen({ filter, ids: next, found: false });
    },
    chooseFound: (): void => setChosen({ ...chosen, found: true }),
    clear: (): void => setChosen({ filter, ids: new Set(), found: false }),
  };
};
export type Chosen = ReturnType<typeof useChosen>;
