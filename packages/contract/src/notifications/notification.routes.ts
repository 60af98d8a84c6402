import { z } from 'zod';
import { Id, route } from '../core/index.ts';
import {
  AudienceEstimate,
  CanSend,
  CheckLink,
  EstimateAudience,
  ExtendNotification,
  LinkCheck,
  Notification,
  NotificationListQuery,
  NotificationPage,
  SendNotification,
} from './notification.schema.ts';

const base = '/api/v1/notification-editor';
const params = z.object({ notificationId: Id });

export const notificationRoutes = {
  list: route({
    method: 'GET',
    path: `${base}/list`,
    aliases: [base],
    summary: 'Notifications of the scope, newest first (A-51)',
    access: 'staff',
    query: NotificationListQuery,
    reply: NotificationPage,
  }),
  canSend: route({
    method: 'GET',
    path: `${base}/check-can-send`,
    summary: "Whether today's quota of the scope is free (A-37)",
    access: 'staff',
    reply: CanSend,
  }),
  estimate: route({
    method: 'POST',
    path: `${base}/audience`,
    summary: 'How many devices a send would address now',
    access: 'staff',
    body: EstimateAudience,
    reply: AudienceEstimate,
  }),
  checkLink: route({
    method: 'POST',
    path: `${base}/link-check`,
    summary: 'How many devices of a send could not open the content item that it leads to',
    access: 'staff',
    body: CheckLink,
    reply: z.object({ link: LinkCheck.nullable() }),
  }),
  details: route({
    method: 'GET',
    path: `${base}/:notificationId`,
    summary: 'A notification with its delivery',
    access: 'staff',
    params,
    reply: Notification,
    tagged: true,
  }),
  send: route({
    method: 'POST',
    path: base,
    summary: 'Send, or send as a test; repeat with the same Idempotency-Key',
    access: 'staff',
    freshIdentity: true,
    body: SendNotification,
    reply: Notification,
    status: 201,
    tagged: true,
  }),
  extend: route({
    method: 'PATCH',
    path: `${base}/:notificationId`,
    summary: 'Change the end of validity',
    access: 'staff',
    params,
    body: ExtendNotification,
    reply: Notification,
    tagged: true,
  }),
};
