import { type Availability, contentWords } from '@endcap/contract/content';
import { csvLine } from '../../platform/csv.ts';
import { mapInSlices } from '../../platform/in-slices.ts';
import { availabilityWords } from './availability.messages.ts';

type Language = keyof typeof availabilityWords;
type Row = Availability['stores'][number];

/** The table as CSV that a Polish Excel opens as it is: semicolons and a byte order mark. */
export const availabilityCsv = async (
  answer: Availability,
  language: Language,
  reasonOf: (row: Row, language: Language) => string,
): Promise<string> => {
  const words = availabilityWords[language];
  const head = csvLine([words.number, words.name, words.city, words.type, words.available, words.because]);
  const lines = await mapInSlices(answer.stores, (row) =>
    csvLine([
      row.storeNo ?? '',
      row.name,
      row.city,
      contentWords[language].storeTypes[row.storeType],
      row.available ? words.yes : words.no,
      reasonOf(row, language),
    ]),
  );
  return `\uFEFF${head}${lines.join('')}`;
};
