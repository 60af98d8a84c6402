export { addSearchRoutes } from './admin.routes.ts';
