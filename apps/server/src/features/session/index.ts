export { addSessionRoutes } from './admin.routes.ts';
export { createAdminIdentity } from './identify-admin.ts';
export { createStaffIdentity } from './identify-staff.ts';
export { findStoreScope, storeScope } from './store-scope.ts';
export { issueTicket } from './tickets.ts';
export { staffOfStore } from './staff-usage.repository.ts';
export { endTickets, findRights } from './session.repository.ts';
