import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Drain state of a server. While draining it answers every request, is not ready, and closes each connection after its response. */
export type Leaving = { isBegun: () => boolean; begin: () => void };

/**
 * Grace period for idle connections after the port is closed, since a request may be in flight. Checked repeatedly, because other
 * connections become idle later.
 */
const SETTLES_MS = 1_000;

export const createLeaving = (): Leaving => {
  let isBegun = false;
  return { isBegun: () => isBegun, begin: () => void (isBegun = true) };
};

/**
 * Closes the port and ends once every connection has. Node's own way cuts connections that were made a moment ago, before their first
 * request is read. Connections in the kernel's accept queue are lost with the port, so it is closed right after they were accepted.
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
