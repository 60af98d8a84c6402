import { catalogue, plural } from '../lib/language.tsx';

export const pickListMessages = catalogue(
  {
    nothingFound: 'Nic nie znaleziono',
    loading: 'Wczytywanie …',
    failed: 'Nie udało się wczytać listy.',
    chosen: (n: string) => `Wybrano: ${n}`,
    remove: (label: string) => `Usuń: ${label}`,
    clear: 'Wyczyść',
    showAll: (n: string) => `Pokaż wszystkie (${n})`,
    showFewer: 'Pokaż mniej',
    pasted: (n: number, added: string, already: string | null, unknown: string | null) =>
      [
        `Dodano ${added} ${plural('pl', n, { one: 'sklep', few: 'sklepy', many: 'sklepów', other: 'sklepu' })}.`,
        already && `Już wybrane: ${already}.`,
        unknown && `Nie ma sklepów: ${unknown}`,
      ]
        .filter(Boolean)
        .join(' '),
    pasteHint: 'Można wkleić listę numerów',
  },
  {
    nothingFound: 'Nothing found',
    loading: 'Loading …',
    failed: 'The list could not be loaded.',
    chosen: (n) => `Chosen: ${n}`,
    remove: (label) => `Remove: ${label}`,
    clear: 'Clear',
    showAll: (n) => `Show all (${n})`,
    showFewer: 'Show fewer',
    pasted: (_n, added, already, unknown) =>
      [`${added} added`, already && `${already} already chosen`, unknown && `unknown: ${unknown}`].filter(Boolean).join(', '),
    pasteHint: 'A list of numbers can be pasted',
  },
);
