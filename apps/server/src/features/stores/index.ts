export { addStoreRoutes } from './admin.routes.ts';
export { addAppStoreRoutes } from './app.routes.ts';
export { startNotingSubscriptions } from './note-subscription-days.ts';
export { storeKind } from './store.kind.ts';
export { createAppStores } from './stores-for-phones.ts';
export {
  findStore,
  findStoreIdByClaim,
  isStore,
  knownStores,
  lockStoresByNumber,
  placedStores,
  signOfStore,
  storePlaces,
  storeNames,
  storesAsEdited,
  storesWithHours,
  unknownStores,
} from './store.repository.ts';
