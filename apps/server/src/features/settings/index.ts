export { addSettingsRoutes } from './admin.routes.ts';
export { addAppSettingsRoutes, createAppSettings } from './app.routes.ts';
