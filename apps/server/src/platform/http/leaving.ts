import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Whether a server is about to go; while it is, it answers all that comes, is not ready, and ends each connection with its answer. */
export type Leaving = { isBegun: () => boolean; begin: () => void };

/** How long a connection without a request may stay once the port is closed: what it brings is on its way. Looked at again and again: others are busy until then. */
const SETTLES_MS = 1_000;

export const createLeaving = (): Leaving => {
  let isBegun = false;
  return { isBegun: () => isBegun, begin: () => void (isBegun = true) };
};

/**
 * Closes the port and ends once every connection has. Node's own way cuts connections that were made a moment ago, before their first
 * request is read; and those that the kernel holds ready are lost with the port, so that it is closed right after they were taken.
 */
const closePort = async ({ server }: FastifyInstance): Promise<void> => {
  const closed = new Promise((resolve) => setImmediate(() => NetServer.prototype.close.call(server, resolve)));
  const idle = setInterval(() => server.closeIdleConnections(), SETTLES_MS);
  await closed;
  clearInterval(idle);
};

/**
 * Takes a server away without a lost call (D-20): for `graceMs` proxies learn by the answers, and by `/readyz`, not to come back; only
 * then the port is closed, and what runs is finished.
 */
export const leave = async (app: FastifyInstance & { leaving: Leaving }, graceMs: number): Promise<void> => {
  app.leaving.begin();
  await sleep(graceMs);
  await closePort(app);
  await app.close();
};
