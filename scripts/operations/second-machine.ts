import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPsql } from '../test/find-psql.ts';
import { requestsOnFreePorts, freePorts, onFreePorts } from './free-ports.ts';
import { freshMachine } from './fresh-machine.ts';
import { runServices } from './run-services.ts';
import { systemctlOf } from './systemctl.ts';

/** Another loopback address is another machine's: what listens there is not found on 127.0.0.1. */
export const SECOND = '127.0.0.2';
const FIRST = '127.0.0.1';

/** Ports of the second machine in nginx's list of nodes become free ones of this machine. */
export const onPortsOfSecond = (text: string, ports: Readonly<Record<string, string>>): string =>
  text.replaceAll(new RegExp(`(?<=${SECOND.replaceAll('.', '\\.')}:)\\d{4}`, 'g'), (port) => ports[port] ?? port);

type Options = {
  folder: string;
  /** Folder of the machine that is installed already, from which Endcap and its settings are copied. */
  first: string;
  superuser: URL;
  ports: Awaited<ReturnType<typeof freePorts>>;
};

/** A machine without PostgreSQL and nginx, on an address of its own, beside the one that is installed. */
export const openSecondMachine = async ({ folder, first, superuser, ports }: Options) => {
  mkdirSync(folder, { recursive: true });
  const here = (text: string): string => onFreePorts(machine.here(text), ports);
  const services = runServices({ units: join(folder, 'etc/systemd/system'), here, credentials: join(folder, 'run/credentials') });
  const nginx = { reload: () => Promise.reject(new Error('nginx does not run here')) };
  const systemctl = systemctlOf({ services, nginx, before: () => {} });
  const machine = await freshMachine({
    folder,
    psql: findPsql(),
    superuser,
    first,
    own: { 'FIRST-MACHINE': FIRST, 'OWN-ADDRESS': SECOND, 'ADDRESS-OF-NGINX': FIRST },
    services: async ([, ...words]) => systemctl(words),
  });
  return {
    run: (commands: string) => machine.run(requestsOnFreePorts(commands, ports)),
    running: services.running,
    close: (): void => {
      services.end();
      machine.stop();
    },
  };
};
