export { addStoreRoutes } from './admin.routes.ts';
export { addAppStoreRoutes } from './app.routes.ts';
export {
  findStore,
  findStoreIdByClaim,
  insertStore,
  isStore,
  knownStores,
  lockStoresByNumber,
  placedStores,
  signOfStore,
  storeNames,
  unknownStores,
  updateStore,
} from './store.repository.ts';
