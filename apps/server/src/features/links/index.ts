export { addLinkRoutes } from './admin.routes.ts';
