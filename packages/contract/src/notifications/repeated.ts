import { z } from 'zod';
import { AudienceRule } from '../audience/index.ts';
import { Id, Instant, multiLine, route, singleLine } from '../core/index.ts';

/** Days after which the same text no longer counts as repeated. */
export const REPEATED_DAYS = 30;

export const AskRepeated = AudienceRule.extend({ title: singleLine, content: multiLine });
export type AskRepeated = z.infer<typeof AskRepeated>;

/** The last send of a text; `_id` is null if the caller may not open it. */
export const Repeated = z.object({ earlier: z.object({ _id: Id.nullable(), sentAt: Instant }).nullable() });
export type Repeated = z.infer<typeof Repeated>;

/** Separate from the routes of notifications, which are part of the page's first load. */
export const repeatedRoutes = {
  repeated: route({
    method: 'POST',
    path: '/api/v1/notification-editor/repeated',
    summary: 'The last notification of the same title and text that went to some of these stores within 30 days, without tests',
    access: 'staff',
    rights: 'remembered',
    body: AskRepeated,
    reply: Repeated,
  }),
};
