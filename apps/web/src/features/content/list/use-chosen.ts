import { useState } from 'react';

/** Rows that were chosen, page by page; `allMatching` means all items that match the filters. */
export const useChosen = (filter: string) => {
  const [chosen, setChosen] = useState<{ filter: string; ids: ReadonlySet<string>; allMatching: boolean }>({
    filter,
    ids: new Set(),
    allMatching: false,
  });
  // Another filter finds other items. Clears the choice, so that no invisible item can be changed.
  if (chosen.filter !== filter) setChosen({ filter, ids: new Set(), allMatching: false });
  return {
    ids: chosen.ids,
    allMatching: chosen.allMatching,
    choose: (ids: readonly string[], on: boolean): void => {
      const next = new Set(chosen.ids);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      setChosen({ filter, ids: next, allMatching: false });
    },
    chooseAllMatching: (): void => setChosen({ ...chosen, allMatching: true }),
    clear: (): void => setChosen({ filter, ids: new Set(), allMatching: false }),
  };
};
export type Chosen = ReturnType<typeof useChosen>;
