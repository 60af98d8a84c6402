import type { FastifyInstance } from 'fastify';

// As many as Linux lets wait (net.core.somaxconn).
const WAITING_CONNECTIONS = 4_096;

/**
 * Listens with a long accept queue. After a push, phones connect faster than they are accepted, and connections beyond Node's default of
 * 511 are reset (P08).
 */
export const listen = (app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> =>
  app.listen({ host, port, backlog: WAITING_CONNECTIONS });
