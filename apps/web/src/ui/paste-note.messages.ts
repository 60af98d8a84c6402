import { catalogue } from '../lib/language.tsx';
import type { Cleaning } from './clean-pasted.ts';

export const pasteNoteMessages = catalogue(
  {
    cleaned: (what: string) => `Oczyszczono wklejony tekst (${what}).`,
    what: {
      lines: 'podziały wierszy',
      tabs: 'tabulatory',
      spaces: 'twarde spacje',
      hidden: 'niewidoczne znaki',
    } as Record<Cleaning, string>,
    undo: 'Wklej bez zmian',
  },
  {
    cleaned: (what) => `Pasted text was cleaned (${what}).`,
    what: { lines: 'line breaks', tabs: 'tabs', spaces: 'non-breaking spaces', hidden: 'invisible characters' },
    undo: 'Paste unchanged',
  },
);
