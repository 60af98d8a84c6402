import { z } from 'zod';
import { Id, Instant, optionalLine, route } from '../core/index.ts';
import { platforms } from './platforms.ts';

export const TESTER_NAME_MAX_LENGTH = 60;
/** Minutes for which a code can be scanned. */
export const INVITE_MINUTES = 10;

/** A phone that tests go to (NOTIF-PUSH-07). */
export const TestPhone = z.object({
  _id: Id,
  /** Name given by administrators. */
  name: z.string().nullable(),
  platform: z.enum(platforms),
  appVersion: z.string(),
  /** Within a week. */
  seenAt: Instant,
  /** True if pushes can be sent to the phone; false while its notifications are off. */
  reachable: z.boolean(),
});
export type TestPhone = z.infer<typeof TestPhone>;

/** Invite that the app scans once, before it expires. */
export const TestPhoneInvite = z.object({ code: z.string(), link: z.string(), expiresAt: Instant });
export type TestPhoneInvite = z.infer<typeof TestPhoneInvite>;

const base = '/api/v1/test-phones';
const params = z.object({ phoneId: Id });

/** PLAN-07 */
export const testPhoneRoutes = {
  list: route({ method: 'GET', path: base, summary: 'Phones that tests go to, by name', access: 'admin', reply: z.array(TestPhone) }),
  invite: route({
    method: 'POST',
    path: `${base}/invites`,
    summary: 'A code that makes the phone that scans it a test phone; the one before is void',
    access: 'admin',
    rights: 'remembered',
    reply: TestPhoneInvite,
    status: 201,
    refuses: ['too_many_requests'],
  }),
  rename: route({
    method: 'PATCH',
    path: `${base}/:phoneId`,
    summary: 'What a test phone is called; null is nothing',
    access: 'admin',
    rights: 'remembered',
    params,
    body: z.object({ name: optionalLine(TESTER_NAME_MAX_LENGTH) }),
    reply: TestPhone,
    refuses: ['not_found'],
  }),
  remove: route({
    method: 'DELETE',
    path: `${base}/:phoneId`,
    summary: 'Tests go to this phone no more; it stays the phone of a customer',
    access: 'admin',
    rights: 'remembered',
    params,
    reply: null,
    status: 204,
    refuses: ['not_found'],
  }),
};
