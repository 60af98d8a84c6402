import { freePort } from '../../apps/server/src/platform/free-port.ts';

/** Ports that the documents name. */
const PORTS = ['80', '443', '3000', '3001', '3010', '3011', '9101', '9102', '9103', '9111', '9112', '9113'];

/** For each port that the documents name a free one of this machine. */
export const freePorts = async (): Promise<Record<string, string>> => {
  const ports: Record<string, string> = {};
  for (const port of PORTS) ports[port] = String(await freePort());
  return ports;
};

/** Ports of the documents become free ones of this machine. */
export const onFreePorts = (text: string, ports: Readonly<Record<string, string>>): string =>
  text
    .replaceAll(/(?<=:|_PORT=)\d{4}\b/g, (port) => ports[port] ?? port)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll(/(?<=listen )\d+/g, (port) => `127.0.0.1:${ports[port]}`);
