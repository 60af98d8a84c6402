import { z } from 'zod';
import { AudienceRule, audienceRuleAnswers, audienceRuleFields, includeStoreTypes } from '../audience/index.ts';
import { entityMarks, entityRoutes, Id, Ids, Instant, requiredLine, route } from '../core/index.ts';

/** Characters of an audience's name. */
export const AUDIENCE_NAME_MAX_LENGTH = 60;
/** Audiences that a chain may save. */
export const AUDIENCES_MOST = 100;
/** Audiences that are offered because they were used last. */
export const AUDIENCES_USED = 5;

const name = requiredLine(AUDIENCE_NAME_MAX_LENGTH);

/** PLAN-06: whom a notification is for, under a name. */
export const SavedAudienceDraft = z.object({ name, ...audienceRuleFields });
export type SavedAudienceDraft = z.output<typeof SavedAudienceDraft>;

// Without the defaults of a rule: they would overwrite.
const parts = {
  includeStoreType: z
    .enum(includeStoreTypes)
    .nullable()
    .transform((type) => type ?? ''),
  includeStores: Ids,
  excludeStores: Ids,
  includeStoreGroups: Ids,
  excludeStoreGroups: Ids,
} satisfies Record<keyof AudienceRule, z.ZodType>;

/** An audience as it is offered: with the last names of its stores and groups by id, and which of them were deleted since. */
const offered = { ...audienceRuleAnswers, names: z.record(z.string(), z.string()), deleted: z.array(Id) };

export const SavedAudience = z.object({
  _id: Id,
  name: z.string(),
  ...offered,
  /** Revision that a change is checked against (If-Match). */
  revision: z.number().int(),
  ...entityMarks,
});
export type SavedAudience = z.infer<typeof SavedAudience>;

/** An audience that the person sent or planned for; when that was done last. */
export const UsedAudience = z.object({ ...offered, usedAt: Instant });
export type UsedAudience = z.infer<typeof UsedAudience>;

const base = '/api/v1/saved-audiences';

/** Apart from the routes of notifications, which come with the first load of the page. */
export const savedAudienceRoutes = {
  list: route({
    method: 'GET',
    path: base,
    summary: 'The audiences that administrators saved, by name, and those that you used last',
    access: 'admin',
    reply: z.object({ saved: z.array(SavedAudience), used: z.array(UsedAudience) }),
  }),
  ...entityRoutes({
    base,
    id: 'audienceId',
    draft: SavedAudienceDraft,
    patch: z.object({ name, ...parts }).partial(),
    entity: SavedAudience,
    summaries: {
      details: 'A saved audience',
      create: 'Save an audience under a name that no other has',
      change: 'Rename an audience, or replace the parts of it that are sent',
      remove: 'Forget a saved audience; what was sent to it stays as it is',
    },
  }),
};
