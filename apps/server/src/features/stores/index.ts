export { addStoreRoutes } from './admin.routes.ts';
export { addAppStoreRoutes } from './app.routes.ts';
export { allStores, knownStores, storesWithHours } from './known-stores.ts';
export { startNotingSubscriptions } from './note-subscription-days.ts';
export { storeKind } from './store.kind.ts';
export { createAppStores } from './stores-for-phones.ts';
export {
  findStore,
  findStoreIdByClaim,
  hoursFields,
  isStore,
  lockStoresByNumber,
  signOfStore,
  sortStores,
  storesForRules,
  storeNames,
  storesAsEdited,
  unknownStores,
} from './store.repository.ts';
