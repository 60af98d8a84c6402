export { addNotificationRoutes } from './admin.routes.ts';
export { notificationsLeadingTo, notificationsLinkingTo, notificationsNaming } from './notification-usage.repository.ts';
export { audiencesNaming } from './saved-audiences/saved-audience-usage.repository.ts';
export { boundsOf, dropMonth, isMonthOver, lockMonth, makeMonths, monthsOf, readMonthsOfSends, tableOf } from './month.repository.ts';
export { type EndingPart, endSendKeys, lockOldest, markEnded, monthState } from './old-notification.repository.ts';
export { notificationsFor, type ValidNotification } from './valid-notification.repository.ts';
