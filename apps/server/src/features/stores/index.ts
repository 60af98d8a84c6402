export { addStoreRoutes } from './admin.routes.ts';
export { addAppStoreRoutes } from './app.routes.ts';
export { findStore, findStoreIdByClaim, isStore, signOfStore, storeNames, unknownStores } from './store.repository.ts';
