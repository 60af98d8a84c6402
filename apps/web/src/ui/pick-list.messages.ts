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
    pasted: (n: number, added: string, already: string | null) =>
      [
        `Dodano ${added} ${plural('pl', n, { one: 'sklep', few: 'sklepy', many: 'sklepów', other: 'sklepu' })}.`,
        already && `Już wybrane: ${already}.`,
      ]
        .filter(Boolean)
        .join(' '),
    unknown: 'Nie ma sklepów:',
    copyUnknown: 'Kopiuj nieznane',
    copied: 'Skopiowano',
    searchChosen: 'Szukaj wśród wybranych',
    searchChosenOf: (label: string) => `Szukaj wśród wybranych: ${label}`,
    chosenFound: (n: string, total: string) => `Znaleziono ${n} z ${total} wybranych`,
    pasteHint: 'Można wkleić listę numerów',
    choose: 'Wybierz z listy',
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
    pasted: (n, added, already) =>
      [`${added} ${n === 1 ? 'store' : 'stores'} added.`, already && `${already} already chosen.`].filter(Boolean).join(' '),
    unknown: 'No such stores:',
    copyUnknown: 'Copy unknown',
    copied: 'Copied',
    searchChosen: 'Search the chosen',
    searchChosenOf: (label) => `Search the chosen: ${label}`,
    chosenFound: (n, total) => `${n} of ${total} chosen found`,
    pasteHint: 'A list of numbers can be pasted',
    choose: 'Choose from the list',
  },
);
