export { addNotificationRoutes } from './admin.routes.ts';
export { notificationsLeadingTo, notificationsNaming } from './notification-usage.repository.ts';
