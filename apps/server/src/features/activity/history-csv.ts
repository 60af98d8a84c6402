import { actionWord, type HistoryFilters, type HistoryRow, historyWords, kindWord } from '@endcap/contract/history';
import { warsawMinute } from '@endcap/contract/warsaw-time';
import { csvLine } from '../../platform/csv.ts';
import type { Db } from '../../tables.ts';
import { historyPage } from './history-pages.repository.ts';

/** Changes that are read at once for a file. */
const ROWS_AT_ONCE = 1_000;

type Language = keyof typeof historyWords;
const heads: Record<Language, string> = {
  pl: csvLine(['Kiedy', 'Kto', 'Typ', 'Co zrobiono', 'Nazwa', 'Zmienione pola', 'Id pozycji', 'Id osoby', 'Numer zmiany']),
  en: csvLine(['When', 'Who', 'Type', 'What was done', 'Name', 'Fields changed', 'Item id', 'Person id', 'Number of the change']),
};

const lineOf = ({ at, person, kind, action, label, item, fields, safety, _id }: HistoryRow, language: Language): string => {
  return csvLine([
    warsawMinute(at),
    person.name ?? person.id,
    safety ? `${kindWord(language, kind)} (${historyWords[language].safety})` : kindWord(language, kind),
    actionWord(language, kind, action),
    label ?? '',
    fields,
    item ?? '',
    person.id,
    _id,
  ]);
};

/** Streams the matching history as CSV, page by page, so that memory use does not grow with its length (HIST-07). */
export async function* historyCsv(db: Db, filters: HistoryFilters, language: Language): AsyncGenerator<string> {
  yield `\uFEFF${heads[language]}`;
  let before: string | undefined;
  do {
    const { items, next } = await historyPage(db, { filters, before, most: ROWS_AT_ONCE });
    yield items.map((row) => lineOf(row, language)).join('');
    before = next ?? undefined;
  } while (before !== undefined);
}
