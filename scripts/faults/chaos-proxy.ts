import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Chaos = {
  /** Added to every piece in each direction, milliseconds. */
  latencyMs: number;
  /** Bytes a second in each direction and connection; null: no limit. */
  bytesPerSecond: number | null;
  /** Connections stay open and nothing passes any more, as behind a firewall that forgot them. */
  halfOpen: boolean;
  /** New connections are refused. */
  refuse: boolean;
};
const calm: Chaos = { latencyMs: 0, bytesPerSecond: null, halfOpen: false, refuse: false };

/** A TCP proxy in front of `target` that behaves badly on request. */
export const startChaosProxy = async (target: { host?: string; port: number }) => {
  let chaos = calm;
  const pairs = new Set<[Socket, Socket]>();

  const pipe = (from: Socket, to: Socket): void => {
    let turn = Promise.resolve();
    from.on('data', (piece: Buffer) => {
      if (chaos.latencyMs === 0 && chaos.bytesPerSecond === null && !chaos.halfOpen) {
        if (!to.write(piece)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
        return;
      }
      // In order, one after the other; what arrives while half-open is lost.
      if (chaos.halfOpen) return;
      const { latencyMs, bytesPerSecond } = chaos;
      from.pause();
      turn = turn.then(async () => {
        await sleep(latencyMs + (bytesPerSecond === null ? 0 : (piece.length / bytesPerSecond) * 1000));
        to.write(piece);
        from.resume();
      });
    });
    from.on('end', () => chaos.halfOpen || to.end());
  };

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
    pipe(client, upstream);
    pipe(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    /** From now on; what is not named is calm. */
    set: (wanted: Partial<Chaos> = {}): void => {
      chaos = { ...calm, ...wanted };
    },
    /** Resets every connection in the middle of whatever it does. */
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
