/** For searching: lower case without Polish or other diacritics; ł is a letter of its own in Unicode. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
