import type { Server } from 'node:net';

/** Where a server that listens on a port of its own is reached. */
export const portOf = (server: Pick<Server, 'address'>): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen on a port');
  return address.port;
};
