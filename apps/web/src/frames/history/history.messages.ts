import type { HistoryRow } from '@endcap/contract/history';
import { catalogue, plural } from '../../lib/language.tsx';

/** Ids of programs that change something by themselves. */
const programs = new Set(['import-api', 'import-command']);

/** Who made a change, by name where it is known. */
export const whoOf = ({ id, name }: HistoryRow['person'], program: string): string => name ?? (programs.has(id) ? program : id);

/** What the panel of an item's changes says. */
export const historyMessages = catalogue(
  {
    of: (name: string) => `Historia: ${name}`,
    none: 'Nie zapisano jeszcze żadnej zmiany.',
    older: 'Pokaż starsze',
    toList: 'Wszystkie zmiany',
    fields: (n: number) => `${n} ${plural('pl', n, { one: 'pole', few: 'pola', many: 'pól', other: 'pola' })}`,
    program: 'Program importujący',
    compare: 'Porównaj z',
    before: 'stanem sprzed tej zmiany',
    now: 'stanem obecnym',
    versionOf: (when: string, who: string) => `wersją z ${when} (${who})`,
    was: 'Było',
    is: 'Jest',
    removed: 'Usunięte',
    added: 'Dodane',
    reordered: 'Inna kolejność',
    and: (n: string) => `i jeszcze ${n}`,
    empty: '(puste)',
    yes: 'tak',
    no: 'nie',
    file: 'Otwórz plik',
    fileGone: 'Pliku już nie ma',
    picture: (label: string) => `${label}: obraz`,
    same: 'Wersje niczym się nie różnią w polach formularza.',
    wasDeleted: 'Ta pozycja została usunięta.',
    use: 'Użyj tej wersji',
    usedNow: 'Formularz ma już wartości tej wersji.',
    makeAgain: 'Utwórz ponownie',
    inForm: (when: string) => `W formularzu są wartości wersji z ${when}. Nic nie jest jeszcze zapisane.`,
    inNew: 'To nowa pozycja z wartościami usuniętej. Nic nie jest jeszcze zapisane.',
    willChange: (fields: string) => `Zapis zmieni: ${fields}.`,
    filesLeft: (n: number) =>
      `${n} ${plural('pl', n, { one: 'plik tej wersji nie jest już przechowywany', few: 'pliki tej wersji nie są już przechowywane', many: 'plików tej wersji nie jest już przechowywanych', other: 'pliku tej wersji nie jest już przechowywane' })}: pole pozostaje puste.`,
    takeBack: 'Cofnij',
  },
  {
    of: (name) => `History: ${name}`,
    none: 'No change has been saved yet.',
    older: 'Show older',
    toList: 'All changes',
    fields: (n) => (n === 1 ? '1 field' : `${n} fields`),
    program: 'Import program',
    compare: 'Compare with',
    before: 'what it was before',
    now: 'what it is now',
    versionOf: (when, who) => `the version of ${when} (${who})`,
    was: 'Was',
    is: 'Is',
    removed: 'Removed',
    added: 'Added',
    reordered: 'Another order',
    and: (n) => `and ${n} more`,
    empty: '(empty)',
    yes: 'yes',
    no: 'no',
    file: 'Open the file',
    fileGone: 'The file is gone',
    picture: (label) => `${label}: picture`,
    same: 'The versions do not differ in any field of the form.',
    wasDeleted: 'This item was deleted.',
    use: 'Use this version',
    usedNow: 'The form has the values of this version already.',
    makeAgain: 'Make again',
    inForm: (when) => `The form holds the version of ${when}. Nothing is saved yet.`,
    inNew: 'This is a new item with the values of the deleted one. Nothing is saved yet.',
    willChange: (fields) => `Saving will change: ${fields}.`,
    filesLeft: (n) =>
      n === 1 ? 'One file of this version is gone: its field is empty.' : `${n} files of this version are gone: their fields are empty.`,
    takeBack: 'Take back',
  },
);
