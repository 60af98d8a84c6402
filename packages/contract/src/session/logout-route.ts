import { route } from '../core/index.ts';

// Apart from those with schemas: signing out is in the page's first load (decision 0113).
export const logoutRoute = route({
  method: 'POST',
  path: '/session/logout',
  summary: 'Refuse this token from now on, on every node',
  access: 'staff',
  rights: 'remembered',
  reply: null,
  status: 204,
});
