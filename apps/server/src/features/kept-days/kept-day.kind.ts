import { type KeptDay, KeptDayDraft } from '@endcap/contract/kept-days';
import type { EntityKind } from '../entities/index.ts';
import { unknownGroups } from '../store-groups/index.ts';
import { hideKeptDays, insertKeptDay, lockForReserving, lockKeptDay, readDayStatus, updateKeptDay } from './kept-day.repository.ts';
import { readKeptDay } from './present-kept-days.ts';

/**
 * Rules for writing reserved days. A group deleted since may stay in the list. A day in the past cannot be reserved, nor a reservation
 * moved to it.
 */
export const keptDayKind: EntityKind<KeptDayDraft, KeptDay> = {
  name: 'keptDay',
  draft: KeptDayDraft,
  lock: lockKeptDay,
  read: readKeptDay,
  insert: insertKeptDay,
  update: updateKeptDay,
  remove: hideKeptDays,
  check: async (db, { day, storeGroups }, before) => {
    // From here on no store sends or plans without seeing this day.
    await lockForReserving(db);
    const { today, isReserved } = await readDayStatus(db, day);
    const added = (storeGroups ?? []).filter((id) => !before?.storeGroups?.includes(id));
    const isElse = before?.day !== day;
    return {
      ...(isElse && day < today && { day: ['inPast'] }),
      ...(isElse && isReserved && { day: ['dayTwice'] }),
      ...(added.length > 0 && (await unknownGroups(db, added)).length > 0 && { storeGroups: ['unknown'] }),
    };
  },
};
