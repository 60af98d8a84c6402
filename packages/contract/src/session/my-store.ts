import { route } from '../core/index.ts';
import { Store } from '../stores/index.ts';

// Apart from the session, so that the page's first load has no rules of stores in it.
export const myStoreRoutes = {
  read: route({
    method: 'GET',
    path: '/session/get-my-store',
    summary: "The caller's own store; 404 without one",
    access: 'staff',
    reply: Store,
    refuses: ['not_found'],
  }),
};
