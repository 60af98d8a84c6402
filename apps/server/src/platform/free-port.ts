import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what systems give to connections that go out: one of theirs could take the port before whoever was told of it listens. */
const [LOWEST, BEYOND] = [15_000, 32_000];

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port on the loopback address that nobody listens on, for a process that is started beside this one. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(LOWEST, BEYOND);
  return (await isFree(port)) ? port : freePort();
};
