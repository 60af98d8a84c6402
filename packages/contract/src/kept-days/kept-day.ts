import { z } from 'zod';
import type { PlacedStore } from '../audience/index.ts';
import { answersOf, code, draftOf, entityMarks, entityRoutes, Id, Ids, optionalLine, patchOf } from '../core/index.ts';
import { Day } from '../warsaw-time/index.ts';

export const KEPT_REASON_MAX_LENGTH = 120;

// A set that is not empty: what names no group is no rule for all stores by itself.
const Groups = Ids.refine((ids) => ids.length > 0, code('required'))
  .transform((ids) => ids.toSorted())
  .nullable();

/** CARE-06: what administrators set of a day that head office keeps free for itself. */
const keptDayFields = {
  /** Of Warsaw. */
  day: { rule: Day, answer: z.iso.date() },
  /** For whose stores; null is every store. */
  storeGroups: { rule: Groups, answer: z.array(Id).nullable(), initial: null },
  /** Why, as stores are told. */
  reason: { rule: optionalLine(KEPT_REASON_MAX_LENGTH), answer: z.string().nullable(), initial: null },
};
export const KeptDayDraft = draftOf(keptDayFields);
export type KeptDayDraft = z.output<typeof KeptDayDraft>;

export const KeptDay = z.object({
  _id: Id,
  ...answersOf(keptDayFields),
  /** Last names of its groups by id, and which of them were deleted since: those keep nobody. */
  names: z.record(z.string(), z.string()),
  deleted: z.array(Id),
  /** Plans of stores that it concerns for this day: they stay. */
  plans: z.number().int(),
  /** What a change of it is made against (If-Match). */
  revision: z.number().int(),
  ...entityMarks,
});
export type KeptDay = z.infer<typeof KeptDay>;

/** Whether a day is kept free for a store: it is in any of the groups. */
export const concernsStore = ({ storeGroups }: Pick<KeptDay, 'storeGroups'>, { groups }: Pick<PlacedStore, 'groups'>): boolean =>
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
