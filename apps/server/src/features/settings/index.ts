export { addSettingsRoutes } from './admin.routes.ts';
export { addAppSettingsRoutes, createAppSettings } from './app.routes.ts';
export { createBrand } from './read-brand.ts';
export { documentOf } from './settings-document.ts';
export { settingsKind } from './settings.kind.ts';
export { readSettings } from './settings.repository.ts';
export { settingsLeadingTo } from './settings-usage.repository.ts';
export { readTradingCalendar } from './settings.repository.ts';
