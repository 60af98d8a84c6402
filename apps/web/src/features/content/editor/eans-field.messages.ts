import { catalogue, plural } from '../../../lib/language.tsx';

export const eansMessages = catalogue(
  {
    hint: 'Kilka naraz: po przecinku lub w osobnych wierszach; Enter dodaje',
    add: 'Dodaj',
    added: (n: number, shown: string) => `Dodano ${shown} ${plural('pl', n, { one: 'kod', few: 'kody', many: 'kodów', other: 'kodu' })}.`,
    already: 'Te kody są już na liście.',
    shortened: (list: string) =>
      `Excel skrócił ten numer: ${list}. W Excelu ustaw format liczbowy bez miejsc po przecinku i skopiuj kod jeszcze raz.`,
    shortenedSeveral: (list: string) =>
      `Excel skrócił te numery: ${list}. W Excelu ustaw format liczbowy bez miejsc po przecinku i skopiuj kody jeszcze raz.`,
    notEan: (list: string) => `To nie jest kod EAN (same cyfry, najwyżej 14): ${list}`,
    doubtful: (n: number, shown: string) =>
      `${shown} ${plural('pl', n, { one: 'kod wygląda na błędny', few: 'kody wyglądają na błędne', many: 'kodów wygląda na błędne', other: 'kodu wygląda na błędne' })}`,
    checkDigit: (list: string) => `Nie zgadza się ostatnia cyfra (kontrolna): ${list}`,
    length: (list: string) => `Liczba cyfr inna niż 8, 12, 13 lub 14: ${list}`,
    oneOrSeveral: (list: string) => `Jeden kod czy kilka? „Dodaj mimo to” doda jeden: ${list}`,
    addAnyway: 'Dodaj mimo to',
    fix: 'Popraw',
  },
  {
    hint: 'Several at once: with commas or one per line; Enter adds',
    add: 'Add',
    added: (n, shown) => `${shown} ${n === 1 ? 'code' : 'codes'} added.`,
    already: 'These codes are already on the list.',
    shortened: (list) =>
      `Excel shortened this number: ${list}. In Excel, set the format to Number without decimals and copy the code again.`,
    shortenedSeveral: (list) =>
      `Excel shortened these numbers: ${list}. In Excel, set the format to Number without decimals and copy the codes again.`,
    notEan: (list) => `Not an EAN (digits only, 14 at most): ${list}`,
    doubtful: (n, shown) => `${shown} ${n === 1 ? 'code looks' : 'codes look'} wrong`,
    checkDigit: (list) => `Wrong last digit (check digit): ${list}`,
    length: (list) => `Not 8, 12, 13 or 14 digits: ${list}`,
    oneOrSeveral: (list) => `One code or several? “Add anyway” adds one: ${list}`,
    addAnyway: 'Add anyway',
    fix: 'Fix',
  },
);
