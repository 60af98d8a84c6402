import { catalogue } from '../lib/language.tsx';

export const markdownMessages = catalogue(
  {
    bold: 'Pogrubienie',
    italic: 'Kursywa',
    link: 'Link do treści',
    tools: (label: string) => `Formatowanie: ${label}`,
    preview: (label: string) => `Podgląd na żywo: ${label}`,
    pastedTooLong: (length: string, room: string) => `Nie wklejono: tekst ma ${length} znaków, a zmieści się jeszcze ${room}.`,
  },
  {
    bold: 'Bold',
    italic: 'Italic',
    link: 'Link to content',
    tools: (label) => `Formatting: ${label}`,
    preview: (label) => `Live preview: ${label}`,
    pastedTooLong: (length, room) => `Not pasted: the text has ${length} characters, and ${room} more fit.`,
  },
);
