import { createServer, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOf } from '../../apps/server/test/port-of.ts';

export type Chaos = {
  /** Delay of every chunk in each direction, milliseconds. */
  latencyMs: number;
  /** Bytes a second in each direction and connection; null: no limit. */
  bytesPerSecond: number | null;
  /** Connections stay open but pass no data, as behind a firewall that dropped their state. */
  halfOpen: boolean;
  /** New connections are refused. */
  refuse: boolean;
};
const calm: Chaos = { latencyMs: 0, bytesPerSecond: null, halfOpen: false, refuse: false };

/** Forwards one direction of a connection with the faults that `chaosNow` returns. */
const pipe = (from: Socket, to: Socket, chaosNow: () => Chaos): void => {
  let queue = Promise.resolve();
  from.on('data', (piece: Buffer) => {
    const { latencyMs, bytesPerSecond, halfOpen } = chaosNow();
    // A half-open connection drops incoming data.
    if (halfOpen) return;
    if (latencyMs === 0 && bytesPerSecond === null) {
      if (!to.write(piece)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
      return;
    }
    // Delayed chunks are written one after the other, in order.
    from.pause();
    queue = queue.then(async () => {
      await sleep(latencyMs + (bytesPerSecond === null ? 0 : (piece.length / bytesPerSecond) * 1000));
      to.write(piece);
      from.resume();
    });
  });
  from.on('end', () => chaosNow().halfOpen || to.end());
};

/** Starts a TCP proxy in front of `target` that injects faults on request. */
export const startChaosProxy = async (target: { host?: string; port: number }) => {
  let chaos = calm;
  const pairs = new Set<[Socket, Socket]>();

  const server = createServer((client) => {
    if (chaos.refuse) return void client.resetAndDestroy();
    const upstream = connect({ host: target.host ?? '127.0.0.1', port: target.port, noDelay: true });
    client.setNoDelay(true);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      if (chaos.halfOpen) return;
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) {
      socket.on('error', end);
      socket.on('close', end);
    }
    pipe(client, upstream, () => chaos);
    pipe(upstream, client, () => chaos);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: portOf(server),
    /** Replaces the current faults. Faults that are not named are off. */
    set: (wanted: Partial<Chaos> = {}): void => {
      chaos = { ...calm, ...wanted };
    },
    /** Resets every open connection. */
    reset: (): void => {
      for (const [client, upstream] of pairs) {
        client.resetAndDestroy();
        upstream.destroy();
      }
      pairs.clear();
    },
    close: (): void => {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
};
export type ChaosProxy = Awaited<ReturnType<typeof startChaosProxy>>;
