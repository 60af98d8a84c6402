export { addContentRoutes } from './admin.routes.ts';
export { addAppContentRoutes } from './app.routes.ts';
