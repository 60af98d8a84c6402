export { addCalendarRoutes } from './admin.routes.ts';
