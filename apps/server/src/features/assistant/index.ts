export { addThreadRoutes } from './admin.routes.ts';
export { addAppAssistantRoutes } from './app.routes.ts';
export { localAssistant } from './local-assistant.ts';
export { modelAssistant } from './model-assistant.ts';
