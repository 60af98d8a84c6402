import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Below the ephemeral ports: an outgoing connection could take one of those before the new process listens on it. */
const [LOWEST, BEYOND] = [15_000, 32_000];

/** Reserves a port with a file in the folder of the test run, so that no other process draws it before it is in use. */
const isOurs = (port: number): boolean => {
  // oxlint-disable-next-line node/no-process-env -- a run of tests is many processes, and none of them is the product
  const folder = process.env['PORTS_TOLD'];
  if (!folder) return true;
  try {
    writeFileSync(join(folder, String(port)), '', { flag: 'wx' });
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

/** Resolves with a free port on the loopback address, for a process that is about to be started. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(LOWEST, BEYOND);
  return isOurs(port) && (await isFree(port)) ? port : freePort();
};
