export { addStoreRoutes } from './admin.routes.ts';
export { addAppStoreRoutes } from './app.routes.ts';
export {
  findStore,
  findStoreIdByClaim,
  insertStore,
  isStore,
  lockStoresByNumber,
  signOfStore,
  storeNames,
  unknownStores,
  updateStore,
} from './store.repository.ts';
