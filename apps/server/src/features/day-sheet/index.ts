export { addDaySheetRoutes } from './admin.routes.ts';
