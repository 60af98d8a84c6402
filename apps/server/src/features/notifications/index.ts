export { addNotificationRoutes } from './admin.routes.ts';
export { notificationsLeadingTo, notificationsNaming } from './notification-usage.repository.ts';
export { endSendKeys, type EndingPart, holdOldest, markEnded } from './old-notification.repository.ts';
