export { addStoreGroupRoutes } from './admin.routes.ts';
export { groupNames, unknownGroups } from './store-group.repository.ts';
