export { addStoreGroupRoutes } from './admin.routes.ts';
export { namesOf } from './names-of.ts';
export { allGroups, storeGroupRows, unknownGroups } from './store-group.repository.ts';
export { groupsWithStore } from './store-group-usage.repository.ts';
export { storeGroupKind } from './store-group.kind.ts';
