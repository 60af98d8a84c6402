export { addDeviceRoutes, createDeviceIdentity } from './app.routes.ts';
export { createPhoneLimits } from './phone-limits.ts';
export { phonesOfStore } from './device-usage.repository.ts';
