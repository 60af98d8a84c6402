export { addTestPhoneRoutes } from './admin.routes.ts';
export { addDeviceRoutes, createDeviceIdentity } from './app.routes.ts';
export { giveBackSubscriptions } from './give-back-subscriptions.repository.ts';
export { forgetDevices, goneDevices, isHere, lockGone, removeDevices } from './gone-device.repository.ts';
export { createSeenNotes, type SeenNotes } from './note-seen.ts';
export { blocksOf, endReceipts, sumReceipts } from './past-receipt.repository.ts';
export { createPhoneLimits } from './phone-limits.ts';
export { phonesOfStore } from './device-usage.repository.ts';
