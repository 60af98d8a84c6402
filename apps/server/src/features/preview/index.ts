export { addPreviewRoutes } from './admin.routes.ts';
