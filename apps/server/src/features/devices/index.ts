export { addDeviceRoutes, type AppHandle, createDeviceIdentity, type PhoneActors } from './app.routes.ts';
