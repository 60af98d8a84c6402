import { z } from 'zod';
import { Id, Instant, CutSearchText, route } from '../core/index.ts';

/** Kinds that can be opened by name (EDIT-04). */
export const foundKinds = ['store', 'storeGroup', 'content', 'popup', 'knowledge', 'notification'] as const;
export type FoundKind = (typeof foundKinds)[number];

/** Rows of an answer. */
export const FOUND_MOST = 20;
/** Rows of one kind, as long as other kinds have some. */
export const FOUND_OF_KIND = 6;

export const Found = z.object({
  kind: z.enum(foundKinds),
  _id: Id,
  /** Displayed name: the title of content, a store's number before its name. */
  label: z.string(),
  /** Internal name, if it differs from the label. */
  name: z.string().nullable(),
  /** The type of content, a store's address, the beginning of a notification's text. */
  detail: z.string(),
  /** Notifications: when sent; all others: when last changed. */
  at: Instant,
});
export type Found = z.infer<typeof Found>;

export const searchRoutes = {
  find: route({
    method: 'GET',
    path: '/api/v1/search',
    // EDIT-04
    summary: 'Items found by name, title, number or id, best match first; staff find their own store’s notifications',
    access: 'staff',
    query: z.object({
      text: CutSearchText,
    }),
    reply: z.object({ items: z.array(Found) }),
  }),
};
