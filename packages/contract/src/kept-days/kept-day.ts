import { z } from 'zod';
import type { AudienceStore } from '../audience/index.ts';
import { answersOf, code, draftOf, entityMarks, entityRoutes, Id, Ids, optionalLine, patchOf } from '../core/index.ts';
import { Day } from '../warsaw-time/index.ts';

export const KEPT_REASON_MAX_LENGTH = 120;

// Not empty: a list without groups must not mean every store.
const Groups = Ids.refine((ids) => ids.length > 0, code('required'))
  .transform((ids) => ids.toSorted())
  .nullable();

/** Editable fields of a day that is reserved for head office (CARE-06). */
const keptDayFields = {
  /** In Warsaw. */
  day: { rule: Day, answer: z.iso.date() },
  /** Groups whose stores it concerns; null is every store. */
  storeGroups: { rule: Groups, answer: z.array(Id).nullable(), initial: null },
  /** The reason, shown to stores. */
  reason: { rule: optionalLine(KEPT_REASON_MAX_LENGTH), answer: z.string().nullable(), initial: null },
};
export const KeptDayDraft = draftOf(keptDayFields);
export type KeptDayDraft = z.output<typeof KeptDayDraft>;

export const KeptDay = z.object({
  _id: Id,
  ...answersOf(keptDayFields),
  /** Last names of its groups by id, and those that were deleted since, which reserve the day for no store. */
  names: z.record(z.string(), z.string()),
  deleted: z.array(Id),
  /** Number of plans for this day of the stores that it concerns. The plans stay. */
  plans: z.number().int(),
  /** Revision that a change is checked against (If-Match). */
  revision: z.number().int(),
  ...entityMarks,
});
export type KeptDay = z.infer<typeof KeptDay>;

/** Returns whether a day is reserved for a store: for every store, or for those in any of its groups. */
export const concernsStore = ({ storeGroups }: Pick<KeptDay, 'storeGroups'>, { groups }: Pick<AudienceStore, 'groups'>): boolean =>
  storeGroups === null || storeGroups.some((id) => groups.includes(id));

export const keptDayRoutes = entityRoutes({
  base: '/api/v1/kept-days',
  id: 'keptDayId',
  draft: KeptDayDraft,
  patch: patchOf(keptDayFields),
  entity: KeptDay,
  summaries: {
    details: 'A day that head office keeps free for itself',
    create: 'Keep a day free: stores are told, or refused where the settings say so; their plans for it stay',
    change: 'Change the fields that are sent; the list of groups is replaced',
    remove: 'Keep a day free no more',
  },
});
