import { AUDIENCES_MOST, type SavedAudience, SavedAudienceDraft } from '@endcap/contract/notifications';
import type { FieldCodes } from '@endcap/contract/core';
import type { Db } from '../../../tables.ts';
import type { EntityKind } from '../../entities/index.ts';
import { unknownGroups } from '../../store-groups/index.ts';
import { unknownStores } from '../../stores/index.ts';
import { withNames } from './offer-audiences.ts';
import {
  findSavedAudience,
  hideSavedAudiences,
  insertSavedAudience,
  lockSavedAudience,
  namesBeside,
  updateSavedAudience,
} from './saved-audience.repository.ts';

const unknownOf = {
  includeStores: unknownStores,
  excludeStores: unknownStores,
  includeStoreGroups: unknownGroups,
  excludeStoreGroups: unknownGroups,
} as const;

/** Added references must exist. Existing ones may stay after a delete: without them an exclusion would be gone (D-30). */
const refusedParts = async (db: Db, draft: SavedAudienceDraft, before: SavedAudienceDraft | null): Promise<FieldCodes> => {
  const refused: FieldCodes = {};
  for (const [part, unknownIn] of Object.entries(unknownOf) as [keyof typeof unknownOf, typeof unknownStores][]) {
    const existing = new Set(before?.[part]);
    const added = draft[part].filter((id) => !existing.has(id));
    if (added.length > 0 && (await unknownIn(db, added)).length > 0) refused[part] = ['unknown'];
  }
  return refused;
};

/** If two people save the same name at once, the unique index rejects one of them, whose transaction then runs again. */
const refusedName = async (db: Db, { name }: SavedAudienceDraft, before: SavedAudienceDraft | null): Promise<FieldCodes> => {
  if (before?.name === name) return {};
  const { isTaken, total } = await namesBeside(db, name, before?.name ?? null);
  if (isTaken) return { name: ['nameTaken'] };
  return before === null && total >= AUDIENCES_MOST ? { name: ['tooMany'] } : {};
};

/** Defines how saved audiences are validated and stored. */
export const savedAudienceKind: EntityKind<SavedAudienceDraft, SavedAudience> = {
  name: 'audience',
  draft: SavedAudienceDraft,
  lock: lockSavedAudience,
  read: async (db, id) => {
    const found = await findSavedAudience(db, id);
    return found && (await withNames(db, [found]))[0];
  },
  insert: insertSavedAudience,
  update: updateSavedAudience,
  remove: hideSavedAudiences,
  check: async (db, draft, before) => ({ ...(await refusedName(db, draft, before)), ...(await refusedParts(db, draft, before)) }),
};
