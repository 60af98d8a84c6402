import type { Server } from 'node:net';

/** Returns the port of a server that listens on a port of its own. */
export const portOf = (server: Pick<Server, 'address'>): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen on a port');
  return address.port;
};
