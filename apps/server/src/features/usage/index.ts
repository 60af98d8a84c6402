export { addUsageRoutes } from './admin.routes.ts';
