export { addFileRoutes } from './admin.routes.ts';
export { serveStoredFiles } from './serve-stored-files.ts';
