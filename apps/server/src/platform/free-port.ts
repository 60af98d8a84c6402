import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Below what systems give to connections that go out: one of theirs could take the port before whoever was told of it listens. */
const [LOWEST, BEYOND] = [15_000, 32_000];

/** Takes a port for this process in the folder that a run of tests keeps of them: until somebody listens, nobody else is told of it. */
const isOurs = (port: number): boolean => {
  // oxlint-disable-next-line node/no-process-env -- a run of tests is many processes, and none of them is the product
  const told = process.env['PORTS_TOLD'];
  if (!told) return true;
  try {
    writeFileSync(join(told, String(port)), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port on the loopback address that nobody listens on, for a process that is started beside this one. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(LOWEST, BEYOND);
  return isOurs(port) && (await isFree(port)) ? port : freePort();
};
