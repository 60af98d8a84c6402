export { addActivityRoutes } from './admin.routes.ts';
