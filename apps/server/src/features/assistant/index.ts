export { addAssistantRoutes } from './admin.routes.ts';
export { addAppAssistantRoutes } from './app.routes.ts';
export type { Assistant } from './assistant.ts';
export { localAssistant } from './local-assistant.ts';
export { lookUp } from './look-up.ts';
export { modelAssistant } from './model-assistant.ts';
export { endOldThreads, endThreadsOf, type ThreadPlace } from './end-threads.repository.ts';
