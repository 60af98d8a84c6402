import type { UnmarkedContent } from '@endcap/contract/content';
import { afterChanges, type Remembered } from '@endcap/contract/history';
import type { Db } from '../../tables.ts';
import { beginningOf } from './beginning.ts';
import { type Snapshot, snapshotContent } from './snapshot.repository.ts';
import { unnamedContent } from './listed-items.ts';
import { changesOfContent } from './past.repository.ts';

/** The basis of a state: the kept state that it started from (null: the state before the history), and the bounds of its changes. */
export type StateBasis = { snapshot: Snapshot | null; until: Date; last: number };

/**
 * Returns content items with all fields, as they were in a state. Later writes do not affect the result: the rows of a state do not change,
 * and later changes have higher numbers.
 */
export const wholeItems = async (db: Db, { snapshot, until, last }: StateBasis, ids: readonly string[]): Promise<UnmarkedContent[]> => {
  const begun = new Map<string, Remembered>(
    (snapshot ? await snapshotContent(db, snapshot, ids) : []).map(({ item, ...its }) => [item, its]),
  );
  const sinceSnapshot = [...begun.keys()].map((item) => ({ item, after: snapshot?.seq ?? 0 }));
  // Created after the kept state, or older than the history.
  const others = ids.filter((id) => !begun.has(id));
  const { content } = await beginningOf(
    db,
    others.map((item) => ({ entity: 'content', item })),
  );
  for (const [item, its] of content) begun.set(item, its);
  const changes = await changesOfContent(db, [...sinceSnapshot, ...others.map((item) => ({ item, after: 0 }))], { until, last });
  // As above, each field as the wire has it.
  return [...afterChanges(begun, changes)].flatMap(([id, { fields, deleted }]) =>
    deleted ? [] : [{ _id: id, ...unnamedContent, ...fields } as UnmarkedContent],
  );
};
