export { addPresenceRoutes } from './admin.routes.ts';
