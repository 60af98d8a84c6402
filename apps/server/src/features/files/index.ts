export { addFileRoutes } from './admin.routes.ts';
export { createPageCount, type PageCount } from './count-pages.ts';
export { noteFileUses } from './file-use.repository.ts';
export { fileExists, missingFiles } from './missing-files.ts';
export { documentTurn } from './in-turn.ts';
export { receiveUpload, type Received } from './receive-upload.ts';
export type { FileStores } from './file-stores.ts';
export { serveStoredFiles } from './serve-stored-files.ts';
export { startSweeping } from './sweep-uploads.ts';
