import { z } from 'zod';
import { code, Id, IDEMPOTENCY_KEY, route } from '../core/index.ts';
import { ApproveNotification, DeclineNotification, WaitingSends } from './approval.ts';
import {
  AudienceEstimate,
  CanSend,
  ConfirmedNotification,
  CorrectNotification,
  Deliveries,
  EstimateAudience,
  ExtendNotification,
  LISTED_AT_ONCE,
  Notification,
  NotificationListQuery,
  NotificationPage,
  SendNotification,
  SentAttempt,
  SteerQuery,
} from './notification.schema.ts';
import { NotificationOpens } from './opens.ts';
import { MovePlan, StartsAt } from './plan.ts';

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
      "Whether the quota of the scope is free: today's, or with `startsAt` of its day; that of the plan `notificationId` counts as free. And the quiet hours, in which nothing starts",
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
  waiting: route({
    method: 'GET',
    path: `${base}/waiting`,
    // PLAN-03, CARE-04
    summary: 'How many plans of the scope wait for a person, and how many sends the caller may approve',
    access: 'staff',
    polled: true,
    reply: WaitingSends,
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
    summary:
      'Send, plan a send (`startsAt`), or send as a test; repeat with the same Idempotency-Key. A safety message (`safety`) is for administrators and needs the typed word as `confirmation`',
    access: 'staff',
    rights: 'fresh',
    body: ConfirmedNotification,
    reply: Notification,
    status: 201,
    repeatable: true,
    refuses: ['safety_disabled', 'quota_used_up', 'quiet_hours', 'request_in_progress', 'idempotency_key_reused', 'too_many_requests'],
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
    refuses: ['conflict', 'quota_used_up', 'quiet_hours'],
    tagged: true,
  }),
  movePlan: route({
    method: 'POST',
    path: `${base}/:notificationId/move`,
    // PLAN-02
    summary: 'Move a plan to another time and leave the rest as it is; 409 when it has started, or was cancelled',
    access: 'staff',
    rights: 'fresh',
    params,
    body: MovePlan,
    reply: Notification,
    refuses: ['conflict', 'quota_used_up', 'quiet_hours'],
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
    refuses: ['conflict', 'quota_used_up', 'quiet_hours', 'validity_over', 'not_approved', 'invalid'],
    tagged: true,
  }),
  approve: route({
    method: 'POST',
    path: `${base}/:notificationId/approve`,
    // CARE-04
    summary:
      'Approve what somebody else asked to send (it goes out at once, or when it was planned for) or the correction that somebody else asked for; names the revision that was read',
    access: 'admin',
    rights: 'fresh',
    params,
    body: ApproveNotification,
    reply: Notification,
    refuses: [
      'conflict',
      'own_send',
      'quota_used_up',
      'quiet_hours',
      'validity_over',
      'never_sent',
      'outcomes_ended',
      'taken_back',
      'nothing_changed',
      'precondition_failed',
    ],
    tagged: true,
  }),
  decline: route({
    method: 'POST',
    path: `${base}/:notificationId/decline`,
    summary:
      'Decline what somebody else asked to send, which gives its day back, or a correction, which leaves the message as it is; says why',
    access: 'admin',
    rights: 'fresh',
    params,
    body: DeclineNotification,
    reply: Notification,
    refuses: ['conflict', 'own_send', 'precondition_failed'],
    tagged: true,
  }),
  pause: route({
    method: 'POST',
    path: `${base}/:notificationId/pause`,
    summary: 'Stop sending for now, or with `of=followUps` what followed it; waves under way are finished',
    access: 'staff',
    rights: 'remembered',
    params,
    query: SteerQuery,
    reply: Notification,
    refuses: ['conflict'],
    tagged: true,
  }),
  resume: route({
    method: 'POST',
    path: `${base}/:notificationId/resume`,
    summary: 'Go on with a paused send, or with `of=followUps` with a paused correction or taking back',
    access: 'staff',
    rights: 'fresh',
    params,
    query: SteerQuery,
    reply: Notification,
    refuses: ['conflict', 'quiet_hours'],
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
    refuses: ['not_stopped', 'nothing_left', 'validity_over', 'taken_back', 'not_approved', 'quota_used_up', 'quiet_hours', 'conflict'],
    tagged: true,
  }),
  cancel: route({
    method: 'POST',
    path: `${base}/:notificationId/cancel`,
    summary:
      'End sending for good, or with `of=followUps` what followed it; phones that were not reached yet count as failed. A plan gives its day back. With `of=correction` withdraw a correction that waits for approval',
    access: 'staff',
    rights: 'remembered',
    params,
    query: SteerQuery,
    reply: Notification,
    refuses: ['conflict'],
    tagged: true,
  }),
  takeBack: route({
    method: 'POST',
    path: `${base}/:notificationId/take-back`,
    summary: 'End sending and have the phones that got it remove or replace it; takes no quota',
    access: 'staff',
    rights: 'fresh',
    params,
    reply: Notification,
    refuses: ['never_sent', 'outcomes_ended', 'taken_back'],
    tagged: true,
  }),
  correct: route({
    method: 'POST',
    path: `${base}/:notificationId/correct`,
    // E-03
    summary:
      'Replace title, text, target and image on the phones that got it, without a sound; takes no quota. Null removes target or image. Where another administrator has to approve it, it waits as `correction` of the answer',
    access: 'staff',
    rights: 'fresh',
    params,
    body: CorrectNotification,
    reply: Notification,
    refuses: ['never_sent', 'outcomes_ended', 'is_test', 'validity_over', 'taken_back', 'nothing_changed', 'precondition_failed'],
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
