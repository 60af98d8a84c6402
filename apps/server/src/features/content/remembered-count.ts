import { rememberedTotals } from '../../platform/remembered-totals.ts';
import type { Database } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import { type ContentListQuery, countContent } from './content.repository.ts';

/** Exact totals: counted once for each combination of filters until something is saved, or an item's publication begins or ends. */
export const rememberedCount = (db: Database) => {
  const totalOf = rememberedTotals();
  return async (query: ContentListQuery, at: Date): Promise<number> => {
    const key = JSON.stringify([query.contentType ?? null, query.published ?? null, query.name]);
    return totalOf({ key, version: await latestChange(db), at: at.getTime() }, () => countContent(db, query, at));
  };
};
