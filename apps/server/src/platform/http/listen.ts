import type { FastifyInstance } from 'fastify';

// As many as Linux lets wait (net.core.somaxconn).
const WAITING_CONNECTIONS = 4_096;

/** Listens with room for a herd: after a push phones connect faster than they are accepted, and Node's 511 places end in resets (P08). */
export const listen = (app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> =>
  app.listen({ host, port, backlog: WAITING_CONNECTIONS });
