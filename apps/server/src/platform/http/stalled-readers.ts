import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds between checks for stalled readers. */
const CHECK_EVERY_MS = 1_000;

/**
 * `written`: bytes of completed writes; `queued`: bytes of the current write that the kernel has not taken; `since`: time at which both had
 * these values first.
 */
type Progress = { written: number; queued: number; since: number };

/** Node has no public name for this. Without it a large answer, which is one write, would show no progress before its end. */
const queuedOf = (socket: Socket): number =>
  (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;

/**
 * Closes a connection whose client has read nothing of a pending response for `withinMs`. Otherwise it would occupy descriptors and files
 * forever. A slow download continues while bytes leave. Connections with nothing pending stay open, such as an idle event stream.
 */
export const createStalledReaders = (withinMs: number) => {
  const connections = new Set<Socket>();
  const waiting = new WeakMap<Socket, Progress>();
  return {
    add: (socket: Socket): void => {
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
    },
    /** `now`: milliseconds of a monotonic clock. */
    check: (now: number): void => {
      for (const socket of connections) {
        if (socket.writableLength === 0) {
          waiting.delete(socket);
          continue;
        }
        const written = socket.bytesWritten - socket.writableLength;
        const queued = queuedOf(socket);
        const before = waiting.get(socket);
        if (before?.written !== written || before.queued !== queued) waiting.set(socket, { written, queued, since: now });
        // A reset also frees the kernel's buffers for the peer.
        else if (now - before.since >= withinMs) socket.resetAndDestroy();
      }
    },
  };
};

/** Ends the stalled readers of a server while it listens. */
export const endStalledReaders = (server: Server, withinMs: number): Server => {
  const readers = createStalledReaders(withinMs);
  const check = (): void => readers.check(performance.now());
  return server.on('connection', readers.add).on('listening', () => {
    const timer = setInterval(check, Math.min(CHECK_EVERY_MS, withinMs)).unref();
    server.once('close', () => clearInterval(timer));
  });
};
