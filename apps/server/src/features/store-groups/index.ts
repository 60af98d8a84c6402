export { addStoreGroupRoutes } from './admin.routes.ts';
export { groupNames, placedGroups, unknownGroups } from './store-group.repository.ts';
export { groupsWithStore } from './store-group-usage.repository.ts';
