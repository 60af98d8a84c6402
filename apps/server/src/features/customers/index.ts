export { addCustomerRoutes } from './admin.routes.ts';
export { clearGone } from './clear-gone.ts';
export { createEraseDevice } from './erase-device.ts';
export { createEraseAgain, type ErasureList } from './erase-again.ts';
export { createEraseCustomer } from './erase-customer.ts';
export { erasedAt, erasureKey, erasuresPast, notRecorded, type Recorded, seenNotedSince } from './erasure.repository.ts';
export { countStored, type LoggedIds, loggedIdsOf } from './kept.repository.ts';
