import { z } from 'zod';
import { AudienceRule } from '../audience/index.ts';
import { Id, Instant, multiLine, route, singleLine } from '../core/index.ts';

/** Days after which the same words are news again. */
export const REPEATED_DAYS = 30;

export const AskRepeated = AudienceRule.extend({ title: singleLine, content: multiLine });
export type AskRepeated = z.infer<typeof AskRepeated>;

/** The last send of a text; `_id` is null where whoever asks may not open it. */
export const Repeated = z.object({ earlier: z.object({ _id: Id.nullable(), sentAt: Instant }).nullable() });
export type Repeated = z.infer<typeof Repeated>;

/** Apart from the routes of notifications, which come with the first load of the page. */
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
