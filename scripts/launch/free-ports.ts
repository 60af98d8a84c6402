import { createServer } from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Throws one sentence that names every port in use and the setting that changes it. */
export const portsMustBeFree = async (ports: Record<string, number>, command: string): Promise<void> => {
  const checked = await Promise.all(Object.entries(ports).map(async ([name, port]) => ((await isFree(port)) ? null : `${port} (${name})`)));
  const taken = checked.filter((port) => port !== null);
  if (taken.length > 0)
    throw new Error(
      `Already in use: port ${taken.join(', ')}. Stop what runs there, or set another port, e.g. ${taken[0]?.replace(/^\d+ \((.*)\)$/, '$1')}=4000 ${command}.`,
    );
};
