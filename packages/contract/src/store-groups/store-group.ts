import { z } from 'zod';
import {
  answersOf,
  draftOf,
  entityMarks,
  Id,
  Ids,
  PageNumber,
  PageSize,
  page,
  entityRoutes,
  patchOf,
  requiredLine,
  route,
  Usage,
} from '../core/index.ts';

const noStores = (): string[] => [];
// Sorted, so that saving the same stores in another order is no change.
const Stores = Ids.transform((ids) => ids.toSorted());

/** Editable fields of a group (ENT-16). A group without stores may be saved and matches no store. */
export const storeGroupFields = {
  name: { rule: requiredLine(200), answer: z.string() },
  includeStores: { rule: Stores, answer: z.array(Id), initial: noStores() },
};

export const StoreGroupDraft = draftOf(storeGroupFields);
export type StoreGroupDraft = z.output<typeof StoreGroupDraft>;

/** `includeStores` keeps the ids of stores that were deleted since. */
export const StoreGroup = z.object({ _id: Id, ...answersOf(storeGroupFields), ...entityMarks });
export type StoreGroup = z.infer<typeof StoreGroup>;

export const StoreGroupRow = StoreGroup.pick({ _id: true, name: true }).extend({
  /** Absent if the request excluded them. */
  includeStores: StoreGroup.shape.includeStores.optional(),
  /** Number of its stores that exist. */
  stores: z.number().int(),
});
export type StoreGroupRow = z.infer<typeof StoreGroupRow>;

const base = '/api/v1/store-group';
const params = z.object({ storeGroupId: Id });

export const storeGroupRoutes = {
  list: route({
    method: 'GET',
    path: `${base}/list`,
    aliases: [base],
    summary: 'Store groups by name',
    access: 'admin',
    query: z.object({
      page: PageNumber,
      pageSize: PageSize,
      /** `false` omits the stores of the groups, which pickers do not show. */
      members: z.stringbool().default(true),
    }),
    reply: page(StoreGroupRow),
  }),
  ...entityRoutes({
    base,
    id: 'storeGroupId',
    draft: StoreGroupDraft,
    patch: patchOf(storeGroupFields),
    entity: StoreGroup,
    summaries: {
      details: 'A store group',
      create: 'Make a store group',
      change: 'Change the fields that are sent; the list of stores is replaced',
      //
      remove: 'Delete a store group; what refers to it keeps the reference, reaches nobody more by it and excludes as before',
    },
  }),
  usage: route({
    method: 'GET',
    path: `${base}/:storeGroupId/usage`,
    summary: 'What refers to a store group',
    access: 'admin',
    params,
    reply: z.array(Usage),
  }),
};
