export { addNotificationRoutes } from './admin.routes.ts';
export { notificationsLeadingTo, notificationsLinkingTo, notificationsNaming } from './notification-usage.repository.ts';
export { audiencesNaming } from './saved-audiences/saved-audience-usage.repository.ts';
export { boundsOf, dropMonth, holdMonth, isMonthOver, makeMonths, monthsOf, readMonthsOfSends, tableOf } from './month.repository.ts';
export { endSendKeys, type EndingPart, holdOldest, markEnded, monthStands } from './old-notification.repository.ts';
export { notificationsFor, type ValidNotification } from './valid-notification.repository.ts';
