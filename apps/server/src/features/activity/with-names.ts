import type { ListEntry } from '@endcap/contract/history';
import type { Db } from '../../tables.ts';
import { namesOf } from '../store-groups/index.ts';
import type { HistoryPage } from './history-pages.repository.ts';
import { isId } from './read-change.ts';

/** A page whose lists show stores and groups by their names, also those that were deleted since (E-66). */
export const withNames = async (db: Db, page: HistoryPage): Promise<HistoryPage> => {
  const shown = page.items.flatMap(({ summary }) => summary?.fields.flatMap((field) => field.shown ?? []) ?? []);
  const ids = shown.flatMap(({ was, is }) => [was, is]).filter(isId);
  if (ids.length === 0) return page;
  const names = new Map((await namesOf(db, [...new Set(ids)])).map(({ id, name }) => [id, name]));
  const named = (entry: ListEntry | null): ListEntry | null => (typeof entry === 'string' ? (names.get(entry) ?? entry) : entry);
  return {
    ...page,
    items: page.items.map((row) => ({
      ...row,
      summary: row.summary && {
        ...row.summary,
        fields: row.summary.fields.map((field) => ({
          ...field,
          ...(field.shown && { shown: field.shown.map(({ was, is }) => ({ was: named(was), is: named(is) })) }),
        })),
      },
    })),
  };
};
