export { addSettingsRoutes } from './admin.routes.ts';
export { addAppSettingsRoutes, createAppSettings } from './app.routes.ts';
export { createBrand } from './read-brand.ts';
export { settingsLeadingTo } from './settings-usage.repository.ts';
