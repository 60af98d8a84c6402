import type { Database } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { type ContentListQuery, countContent } from './content.repository.ts';

const REMEMBERED = 1_000;

/** Exact totals: counted once for each combination of filters until something is saved. What depends on the hour is counted each time. */
export const rememberedCount = (db: Database) => {
  const known = new Map<string, { change: number; total: number }>();
  return async (query: ContentListQuery, at: Date): Promise<number> => {
    if (query.published !== undefined) return countContent(db, query, at);
    const key = JSON.stringify([query.contentType ?? null, query.name]);
    // The number is read before counting: a write in between is found by the next question.
    const change = await latestChange(db);
    const found = known.get(key);
    if (found?.change === change) return found.total;
    const total = await countContent(db, query, at);
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value ?? '');
    known.set(key, { change, total });
    return total;
  };
};
