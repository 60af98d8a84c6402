import { setImmediate } from 'node:timers/promises';
import { isSameAudience, windowState } from '@endcap/contract/audience';
import {
  availabilityOf,
  type BulkChange,
  bulkPatch,
  type BulkPreview,
  ContentDraft,
  differenceOf,
  withoutForeignFields,
} from '@endcap/contract/content';
import { type FieldCodes, fieldCodes, type FieldProblemCode } from '@endcap/contract/core';
import { difference } from '@endcap/contract/history';
import { mapInSlices } from '../../platform/in-slices.ts';
import type { Db } from '../../tables.ts';
import { writesOf } from '../entities/index.ts';
import { knownStores } from '../stores/index.ts';
import { createQueryCache } from './content-questions.ts';
import { contentKind } from './content.kind.ts';
import type { StoredContent } from './content.repository.ts';

type Writes = ReturnType<typeof writesOf<ContentDraft>>;

type Become = {
  /** The item afterwards; null: it goes. */
  after: ContentDraft | null;
  /** Errors that prevent the change. */
  codes: FieldProblemCode[];
};
type Planned = Become & { item: StoredContent; before: ContentDraft };
export type Plan = { changed: Planned[]; refused: Planned[]; unchanged: number };

const codesOf = (fields: FieldCodes): FieldProblemCode[] => [...new Set(Object.values(fields).flat())];
const isSame = ({ before, after }: Planned): boolean => after !== null && Object.keys(difference(before, after)).length === 0;

/** A change, and when it is made. */
type BulkRequest = { change: BulkChange; at: Date };

/** Applies a change to one item and validates the result. */
const changeOne = async (db: Db, { complete, problemsOf }: Writes, before: ContentDraft, { change, at }: BulkRequest): Promise<Become> => {
  if (change.action === 'delete') return { after: null, codes: [] };
  const parsed = ContentDraft.safeParse(withoutForeignFields({ ...before, ...bulkPatch(before, change, at) }));
  if (!parsed.success) return { after: before, codes: codesOf(fieldCodes(parsed.error)) };
  const after = await complete(db, parsed.data, before);
  return { after, codes: codesOf(await problemsOf(db, after, before)) };
};

/** Plans a change of up to a thousand items (EDIT-02). The preview and the change itself use the same plan. */
export const planBulk = async (db: Db, appScheme: string, items: readonly StoredContent[], request: BulkRequest): Promise<Plan> => {
  const writes = writesOf(contentKind(appScheme, createQueryCache()));
  const planned = await mapInSlices(items, async (item): Promise<Planned> => {
    const before = writes.draftOf(item);
    return { item, before, ...(await changeOne(db, writes, before, request)) };
  });
  const changed = planned.filter((one) => one.codes.length === 0 && !isSame(one));
  const refused = planned.filter(({ codes }) => codes.length > 0);
  return { changed, refused, unchanged: planned.length - changed.length - refused.length };
};

/** True if the same stores see the item before and after the change. */
const isSeenAlike = (before: ContentDraft, after: ContentDraft, at: number): boolean =>
  isSameAudience(before, after) && windowState(before, at) === windowState(after, at);

/** Counts the stores that would gain an item, and those that would lose one. */
export const reachOf = async (db: Db, { changed }: Plan, at: number): Promise<Pick<BulkPreview, 'gaining' | 'losing'>> => {
  const stores = await knownStores(db);
  const [gaining, losing] = [new Set<string>(), new Set<string>()];
  for (const { before, after } of changed) {
    if (after && isSeenAlike(before, after, at)) continue;
    // A thousand items in ten thousand stores take a while, so this yields to the event loop.
    await setImmediate();
    const was = availabilityOf(before, stores, at);
    const willBe = after ? availabilityOf(after, stores, at) : was.map((one) => ({ ...one, available: false, aimedAt: false }));
    const { gained, lost } = differenceOf(was, willBe);
    for (const { id } of gained) gaining.add(id);
    for (const { id } of lost) losing.add(id);
  }
  return { gaining: gaining.size, losing: losing.size };
};
