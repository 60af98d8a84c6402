import { catalogue } from '../lib/language.tsx';

export const versionMessages = catalogue(
  {
    none: '–',
    hint: 'np. >= 3.2.0 albo 1.5.x; puste: każda wersja',
    examples: (matching: string, others: string) => `Pasują: ${matching}. Nie pasują: ${others}.`,
  },
  {
    none: '–',
    hint: 'e.g. >= 3.2.0 or 1.5.x; empty: every version',
    examples: (matching, others) => `Matches ${matching}; not ${others}.`,
  },
);
