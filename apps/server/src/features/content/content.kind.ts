import { ContentDraft, fileFields, withoutForeignFields } from '@endcap/contract/content';
import { isTarget } from '@endcap/contract/deep-links';
import type { EntityKind } from '../entities/index.ts';
import { missingFiles } from '../files/index.ts';
import { type Questions, questions } from './content-questions.ts';
import { findContent, hideContent, insertContent, lockContent, type StoredContent, updateContent } from './content.repository.ts';

/** Fields that refer to other entities. A reference that the item already had may stay after a delete (A-72, CONT-SEG-06). */
const references = [
  ['includeStores', 'unknownStores'],
  ['excludeStores', 'unknownStores'],
  ['includeStoreGroups', 'unknownGroups'],
  ['excludeStoreGroups', 'unknownGroups'],
  ['segments', 'unknownSegments'],
] as const;

const added = (field: (typeof references)[number][0], draft: ContentDraft, before: ContentDraft | null): string[] => {
  const existing = new Set<string>(before?.[field]);
  return draft[field].filter((id) => !existing.has(id));
};

/** Defines how content is validated and stored. `appScheme`: scheme of the deep links; `asks`: queries that the validation uses. */
export const contentKind = (appScheme: string, asks: Questions = questions): EntityKind<ContentDraft, StoredContent> => ({
  name: 'content',
  draft: ContentDraft,
  lock: lockContent,
  read: findContent,
  insert: insertContent,
  update: updateContent,
  remove: hideContent,
  prepare: withoutForeignFields,
  // The number of the chosen threshold is copied. If the threshold was deleted, its copy stays (A-79, CONT-THR-06).
  complete: async (db, draft, before) => {
    if (draft.promoThresholdId === null) return { ...draft, promoThreshold: null };
    const chosen = (await asks.thresholds(db)).find(({ _id }) => _id === draft.promoThresholdId);
    const previous = before?.promoThresholdId === draft.promoThresholdId ? before.promoThreshold : null;
    return { ...draft, promoThreshold: chosen?.threshold ?? previous };
  },
  check: async (db, draft, before) => {
    const problems = await missingFiles(
      db,
      fileFields.map((field) => [field, draft[field], before?.[field]]),
    );
    for (const [field, unknown] of references) {
      const ids = added(field, draft, before);
      if (ids.length > 0 && (await asks[unknown](db, ids)).length > 0) problems[field] = ['unknown'];
    }
    if (draft.promoThresholdId !== null && draft.promoThreshold === null) problems['promoThresholdId'] = ['unknown'];
    if (draft.url !== null && !isTarget(appScheme, draft.url)) problems['url'] = ['notTarget'];
    return problems;
  },
});
