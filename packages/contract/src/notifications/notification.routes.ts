import { z } from 'zod';
import { code, Id, IDEMPOTENCY_KEY, route } from '../core/index.ts';
import {
  AudienceEstimate,
  CanSend,
  Deliveries,
  EstimateAudience,
  ExtendNotification,
  LISTED_AT_ONCE,
  Notification,
  NotificationListQuery,
  NotificationPage,
  SendNotification,
  SentAttempt,
} from './notification.schema.ts';
import { NotificationOpens } from './opens.ts';
import { StartsAt } from './plan.ts';

const base = '/api/v1/notification-editor';
const params = z.object({ notificationId: Id });

export const notificationRoutes = {
  list: route({
    method: 'GET',
    path: `${base}/list`,
    aliases: [base],
    //
    summary: 'Notifications of the scope, newest first',
    access: 'staff',
    query: NotificationListQuery,
    reply: NotificationPage,
  }),
  deliveries: route({
    method: 'GET',
    path: `${base}/deliveries`,
    summary: 'How far some notifications of the scope are; `ids` are separated by commas',
    access: 'staff',
    polled: true,
    query: z.object({
      ids: z
        .string()
        .max(30 * LISTED_AT_ONCE, code('tooBig'))
        .default('')
        .transform((text) => text.split(',').filter(Boolean))
        .pipe(z.array(Id).max(LISTED_AT_ONCE, code('tooBig'))),
    }),
    reply: Deliveries,
  }),
  canSend: route({
    method: 'GET',
    path: `${base}/check-can-send`,
    //
    summary:
      "Whether the quota of the scope is free: today's, or with `startsAt` of its day; that of the plan `notificationId` counts as free",
    access: 'staff',
    query: z.object({ startsAt: StartsAt.optional(), notificationId: Id.optional() }),
    reply: CanSend,
  }),
  estimate: route({
    method: 'POST',
    path: `${base}/audience`,
    summary: 'How many devices a send would address now',
    access: 'staff',
    rights: 'remembered',
    body: EstimateAudience,
    reply: AudienceEstimate,
  }),
  attempt: route({
    method: 'GET',
    path: `${base}/attempt/:idempotencyKey`,
    summary: "What the caller's own attempt with this Idempotency-Key made; 404 when nothing, 409 while it is under way",
    access: 'staff',
    params: z.object({ idempotencyKey: z.string().regex(IDEMPOTENCY_KEY) }),
    reply: SentAttempt,
    refuses: ['request_in_progress'],
  }),
  details: route({
    method: 'GET',
    path: `${base}/:notificationId`,
    summary: 'A notification with its delivery',
    access: 'staff',
    polled: true,
    params,
    reply: Notification,
    tagged: true,
  }),
  opens: route({
    method: 'GET',
    path: `${base}/:notificationId/opens`,
    summary: 'When a notification was opened, for administrators also by the main store of the phones',
    access: 'staff',
    params,
    reply: NotificationOpens,
  }),
  send: route({
    method: 'POST',
    path: base,
    // PLAN-01
    summary: 'Send, plan a send (`startsAt`), or send as a test; repeat with the same Idempotency-Key',
    access: 'staff',
    rights: 'fresh',
    body: SendNotification,
    reply: Notification,
    status: 201,
    repeatable: true,
    refuses: ['quota_used_up', 'request_in_progress', 'idempotency_key_reused'],
    tagged: true,
  }),
  changePlan: route({
    method: 'PUT',
    path: `${base}/:notificationId/plan`,
    // PLAN-02
    summary: 'Change a plan as a whole, also when it starts; 409 when it has started, or was cancelled',
    access: 'staff',
    rights: 'fresh',
    params,
    body: SendNotification,
    reply: Notification,
    refuses: ['conflict', 'quota_used_up'],
    tagged: true,
  }),
  start: route({
    method: 'POST',
    path: `${base}/:notificationId/start`,
    // PLAN-03
    summary: 'Start a plan now, also one that is late; it takes the quota of today instead of that of its day',
    access: 'staff',
    rights: 'fresh',
    params,
    reply: Notification,
    refuses: ['conflict', 'quota_used_up', 'validity_over'],
    tagged: true,
  }),
  pause: route({
    method: 'POST',
    path: `${base}/:notificationId/pause`,
    summary: 'Stop sending for now; waves under way are finished',
    access: 'staff',
    rights: 'remembered',
    params,
    reply: Notification,
    refuses: ['conflict'],
    tagged: true,
  }),
  resume: route({
    method: 'POST',
    path: `${base}/:notificationId/resume`,
    summary: 'Go on with a paused notification',
    access: 'staff',
    rights: 'fresh',
    params,
    reply: Notification,
    refuses: ['conflict'],
    tagged: true,
  }),
  continue: route({
    method: 'POST',
    path: `${base}/:notificationId/continue`,
    summary: 'Send a stopped notification to those whom it did not reach; takes no second quota',
    access: 'staff',
    rights: 'fresh',
    params,
    reply: Notification,
    refuses: ['not_stopped', 'nothing_left', 'validity_over', 'quota_used_up', 'conflict'],
    tagged: true,
  }),
  cancel: route({
    method: 'POST',
    path: `${base}/:notificationId/cancel`,
    summary: 'End sending for good; phones that were not reached yet count as failed. A plan gives its day back',
    access: 'staff',
    rights: 'remembered',
    params,
    reply: Notification,
    refuses: ['conflict'],
    tagged: true,
  }),
  extend: route({
    method: 'PATCH',
    path: `${base}/:notificationId`,
    summary: 'Change the end of validity',
    access: 'staff',
    rights: 'remembered',
    params,
    body: ExtendNotification,
    reply: Notification,
    tagged: true,
  }),
};
