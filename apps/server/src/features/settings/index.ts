export { addSettingsRoutes } from './admin.routes.ts';
export { applyLaterApproval } from './apply-later-approval.ts';
export { addAppSettingsRoutes, createAppSettings } from './app.routes.ts';
export { createPageSettings, type PageSettings } from './read-page-settings.ts';
export { documentOf } from './settings-document.ts';
export { settingsKind } from './settings.kind.ts';
export { readQuietHours, readSettings, readTradingCalendar } from './settings.repository.ts';
export { settingsLeadingTo, settingsLinkingTo } from './settings-usage.repository.ts';
