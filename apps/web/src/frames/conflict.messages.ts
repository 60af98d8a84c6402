import { catalogue } from '../lib/language.tsx';

/** What is asked when two people changed the same. */
export const conflictMessages = catalogue(
  {
    title: 'Ktoś zmienił to samo',
    text: (who: string, when: string) => `Zmiany zapisane przez: ${who}, ${when}. Wybierz, co ma zostać; pozostałe zmiany połączono.`,
    mine: 'Moja wersja',
    theirs: 'Zapisana wersja',
    uploading: 'Trwa jeszcze przesyłanie pliku: zapisać można, gdy się skończy.',
    save: 'Zapisz wybrane',
  },
  {
    title: 'Somebody else changed this too',
    text: (who, when) => `${who} saved changes ${when}. Choose what stays; the other changes were merged.`,
    mine: 'My version',
    theirs: 'Saved version',
    uploading: 'A file is still on its way: this can be saved once it is there.',
    save: 'Save what is chosen',
  },
);
