import { catalogue } from '../lib/language.tsx';

export const markdownMessages = catalogue(
  {
    bold: 'Pogrubienie',
    italic: 'Kursywa',
    link: 'Link do treści',
    tools: (label: string) => `Formatowanie: ${label}`,
    preview: (label: string) => `Podgląd na żywo: ${label}`,
    pastedTooLong: (length: string, room: string) => `Nie wklejono: tekst ma ${length} znaków, a zmieści się jeszcze ${room}.`,
    beyondPreview: (limit: string) => `Tekst ma ponad ${limit} znaków. Skróć go, a podgląd wróci.`,
  },
  {
    bold: 'Bold',
    italic: 'Italic',
    link: 'Link to content',
    tools: (label) => `Formatting: ${label}`,
    preview: (label) => `Live preview: ${label}`,
    pastedTooLong: (length, room) => `Not pasted: the text has ${length} characters, and ${room} more fit.`,
    beyondPreview: (limit) => `The text has more than ${limit} characters. Shorten it to see the preview again.`,
  },
);
