export { importFile } from './import-file.ts';
export { createServiceIdentity } from './service-identity.ts';
export { addImportRoutes } from './service.routes.ts';
