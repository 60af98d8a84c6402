import { z } from 'zod';
import { Instant } from './ids.ts';

/** who made an entity and who changed it last, by name where it is known; null before anybody did. */
export const entityMarks = {
  createdAt: Instant,
  createdBy: z.string().nullable(),
  updatedAt: Instant,
  updatedBy: z.string().nullable(),
};

/** what PATCH takes of an entity's fields: any of them, each by its own rule. Fields must not have defaults, which would overwrite. */
export const patchOf = <T extends z.ZodRawShape>(fields: T) => z.object(fields).partial();

/** What an entity is used by; the question before a delete names it (ux 19). */
export const usageKinds = ['storeGroup', 'notification', 'mainDevice', 'subscribedDevice', 'staff'] as const;
export const Usage = z.object({ kind: z.enum(usageKinds), count: z.number().int(), names: z.array(z.string()) });
export type Usage = z.infer<typeof Usage>;
/** At most so many users of an entity are named; the rest is counted. */
export const USAGE_NAMES = 5;
