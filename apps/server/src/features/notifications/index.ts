export { addNotificationRoutes } from './admin.routes.ts';
