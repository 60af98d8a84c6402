import { contentWords } from '@endcap/contract/content';
import { catalogue } from '../../../lib/language.tsx';

/** Texts of the picker for items, also in forms of other features. Texts of content's own forms are separate (decision 0113). */
export const pickerMessages = catalogue(
  {
    types: contentWords.pl.types,
    pickerLoading: 'Ładowanie …',
    pickerHint: 'Szukaj opublikowanej treści',
    pickerFailed: 'Nie udało się wczytać treści. Kliknij, aby spróbować ponownie.',
    clearPicked: 'Usuń wybraną treść',
    nothingPublished: 'Żadna opublikowana treść nie pasuje',
    insertLink: 'Link do treści',
    linkTarget: 'Treść, którą otworzy link',
    linkText: 'Tekst linku',
    insert: 'Wstaw',
  },
  {
    types: contentWords.en.types,
    pickerLoading: 'Loading …',
    pickerHint: 'Search published content',
    pickerFailed: 'Content cannot be loaded. Click to try again.',
    clearPicked: 'Remove the chosen content',
    nothingPublished: 'No published content matches',
    insertLink: 'Link to content',
    linkTarget: 'Content that the link opens',
    linkText: 'Text of the link',
    insert: 'Insert',
  },
);
