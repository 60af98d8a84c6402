export { addUsageRoutes, usageOfContent } from './admin.routes.ts';
