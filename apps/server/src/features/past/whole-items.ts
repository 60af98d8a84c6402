import type { UnmarkedContent } from '@endcap/contract/content';
import { afterChanges, type Remembered } from '@endcap/contract/history';
import type { Db } from '../../tables.ts';
import { beginningOf } from './beginning.ts';
import { type Kept, wholeKept } from './kept-states.repository.ts';
import { unnamedContent } from './listed-items.ts';
import { changesOfContent } from './past.repository.ts';

/** Which state: the kept one that it began from, null where it began from what there was before the history; and which changes are in it. */
export type Stood = { kept: Kept | null; until: Date; last: number };

/**
 * Returns content items with all fields, as they were in a state. Later writes do not affect the result: the rows of a state do not change,
 * and later changes have higher numbers.
 */
export const wholeItems = async (db: Db, { kept, until, last }: Stood, ids: readonly string[]): Promise<UnmarkedContent[]> => {
  const begun = new Map<string, Remembered>((kept ? await wholeKept(db, kept, ids) : []).map(({ item, ...its }) => [item, its]));
  const sinceKept = [...begun.keys()].map((item) => ({ item, after: kept?.seq ?? 0 }));
  // Created after the kept state, or older than the history.
  const others = ids.filter((id) => !begun.has(id));
  const { content } = await beginningOf(
    db,
    others.map((item) => ({ entity: 'content', item })),
  );
  for (const [item, its] of content) begun.set(item, its);
  const changes = await changesOfContent(db, [...sinceKept, ...others.map((item) => ({ item, after: 0 }))], { until, last });
  // As above, each field as the wire has it.
  return [...afterChanges(begun, changes)].flatMap(([id, { fields, deleted }]) =>
    deleted ? [] : [{ _id: id, ...unnamedContent, ...fields } as UnmarkedContent],
  );
};
