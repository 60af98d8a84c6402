import { freePort } from '../../apps/server/src/platform/free-port.ts';

/** Ports that the documents name. */
const PORTS = ['80', '443', '3000', '3001', '3010', '3011', '9101', '9102', '9103', '9111', '9112', '9113'];

/** For each port that the documents name a free one of this machine. */
export const freePorts = async (): Promise<Record<string, string>> => {
  const ports: Record<string, string> = {};
  for (const port of PORTS) ports[port] = String(await freePort());
  return ports;
};

/** The addresses that commands ask become those of free ports, also where a loop counts the nodes: `30${n}0/`. */
export const requestsOnFreePorts = (text: string, ports: Readonly<Record<string, string>>): string =>
  text
    .replaceAll(/(?<=http:\/\/127\.0\.0\.1:|\bhealthy )\d{4}(?=\/)/g, (port) => ports[port] ?? port)
    .replaceAll(/\b(\d\d)\$\{n\}(\d)(?=\/)/g, (_, first, last) => {
      const [zero, one] = [0, 1].map((n) => ports[`${first}${n}${last}`]);
      return `$(case $n in 0) echo ${zero};; 1) echo ${one};; esac)`;
    });

/** Ports of the documents become free ones of this machine. */
export const onFreePorts = (text: string, ports: Readonly<Record<string, string>>): string =>
  text
    .replaceAll(/(?<=:|_PORT=|is-healthy\.mjs )\d{4}\b/g, (port) => ports[port] ?? port)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll(/(?<=listen )\d+/g, (port) => `127.0.0.1:${ports[port]}`);
