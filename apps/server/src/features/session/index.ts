export { addSessionRoutes } from './admin.routes.ts';
export { createStaffIdentity } from './identify-staff.ts';
export type { AdminHandle, Staff, StaffActors } from './staff.ts';
export { storeScope } from './store-scope.ts';
