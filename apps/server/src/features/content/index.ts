export { addContentRoutes } from './admin.routes.ts';
