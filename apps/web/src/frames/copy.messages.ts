import { catalogue } from '../lib/language.tsx';

/** What is said of copies. */
export const copyMessages = catalogue(
  {
    duplicate: 'Duplikuj',
    more: (name: string) => `Więcej: ${name}`,
    nameOfCopy: (name: string) => `${name} (kopia)`,
    copy: 'To jest kopia. Nic nie jest jeszcze zapisane.',
    datesEmptied: 'Daty publikacji są puste.',
    laterDates: 'Daty oryginału + 7 dni',
  },
  {
    duplicate: 'Duplicate',
    more: (name) => `More: ${name}`,
    nameOfCopy: (name) => `${name} (copy)`,
    copy: 'This is a copy. Nothing has been saved yet.',
    datesEmptied: 'Its publication dates are empty.',
    laterDates: "Original's dates + 7 days",
  },
);
