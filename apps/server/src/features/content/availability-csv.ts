import { type Availability, contentWords } from '@endcap/contract/content';
import { availabilityWords } from './availability.messages.ts';

type Language = keyof typeof availabilityWords;
type Row = Availability['stores'][number];

// A sheet would run what begins like a formula.
const cell = (value: string | number): string => {
  const text = String(value);
  const tame = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
};

/** The table as CSV that a Polish Excel opens as it is: semicolons and a byte order mark. */
export const availabilityCsv = (answer: Availability, language: Language, reasonOf: (row: Row, language: Language) => string): string => {
  const words = availabilityWords[language];
  const rows = answer.stores.map((row) => [
    row.storeNo ?? '',
    row.name,
    row.city,
    contentWords[language].storeTypes[row.storeType],
    row.available ? words.yes : words.no,
    reasonOf(row, language),
  ]);
  const head = [words.number, words.name, words.city, words.type, words.available, words.because];
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
};
