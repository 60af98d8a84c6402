import type { FoundKind } from '@endcap/contract/search';

export type SearchTables = {
  /** Maintained by triggers of the indexed tables. */
  searchEntry: { kind: FoundKind; id: string; label: string; detail: string; folded: string; storeId: string | null; at: Date };
  /** Words of what was ever found by its name. */
  searchWord: { kind: FoundKind; word: string };
  searchLetter: { letter: string };
};
