import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { findPsql } from '../test/find-psql.ts';
import { throwAwayWorld } from '../test/throw-away-world.ts';
import { freshMachine } from './fresh-machine.ts';
import { runNginx } from './run-nginx.ts';
import { runServices } from './run-services.ts';
import { certify, startTlsProvider } from './tls-provider.ts';

/** The two names that whoever installs has. */
export const APP = 'app.test';
export const BACK_OFFICE = 'back-office.test';
const AUDIENCE = `https://${BACK_OFFICE}/api`;
/** Ports that the documents name. */
const PORTS = ['80', '443', '3000', '3001', '3010', '3011', '9101', '9102', '9103', '9111', '9112', '9113'];
const STORES =
  'storeNo,name,street,city,zipCode,latitude,longitude,openingHours,storeType\n7,Koszyk,ul. Długa 1,Łódź,90-001,51.7,19.4,6–22,super\n';

export type Answer = { status: number; headers: Record<string, unknown>; body: string };
export type Asked = { method?: string; headers?: Record<string, string>; body?: object };

/**
 * A fresh machine with what an installation meets there: PostgreSQL with a superuser, the sandbox's push service, an identity provider whose certificate is its
 * own, nginx, and something that starts units. Nothing of Endcap is on it yet.
 */
export const openInstallation = async (nginxProgram: string) => {
  const world = await throwAwayWorld({ name: 'installing', durable: false, isQuiet: true });
  const folder = join(world.folder, 'machine');
  mkdirSync(join(folder, 'tls'), { recursive: true });
  const names = certify(join(folder, 'tls'), 'names', APP, BACK_OFFICE, 'localhost');
  const ca = readFileSync(names.certificate, 'utf8');
  const provider = await startTlsProvider(certify(join(folder, 'tls'), 'provider', 'localhost'));
  for (const name of [APP, BACK_OFFICE]) {
    const live = join(folder, 'etc/letsencrypt/live', name);
    mkdirSync(live, { recursive: true });
    copyFileSync(names.certificate, join(live, 'fullchain.pem'));
    copyFileSync(names.key, join(live, 'privkey.pem'));
  }
  writeFileSync(join(folder, 'stores.csv'), STORES);
  const ports: Record<string, string> = {};
  for (const port of PORTS) ports[port] = String(await freePort());
  /** Ports of the documents become free ones of this machine. */
  const onFreePorts = (text: string): string =>
    text
      .replaceAll(/(?<=:|_PORT=)\d{4}\b/g, (port) => ports[port] ?? port)
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll(/(?<=listen )\d+/g, (port) => `127.0.0.1:${ports[port]}`);

  /** What whoever installs adds to the settings: push service, provider and authority of their own. */
  const ownSettings = {
    PUSH_ENDPOINT: world.sandbox.gatewayUrl,
    PUSH_CA_FILE: world.sandbox.caFile,
    NODE_EXTRA_CA_CERTS: join(folder, 'tls/provider.pem'),
    OIDC_FACTS_CLAIM: 'facts',
    PUSH_RATE: '0',
  };
  const addOwnSettings = (): void => {
    const file = join(folder, 'etc/endcap/endcap.env');
    if (!existsSync(file) || readFileSync(file, 'utf8').includes('NODE_EXTRA_CA_CERTS')) return;
    const lines = Object.entries(ownSettings).map(([name, value]) => `${name}=${value}\n`);
    appendFileSync(file, lines.join(''));
  };

  const nginx = runNginx({ program: nginxProgram, folder, change: (text) => onFreePorts(machine.here(text)) });
  const systemctl = async ([verb, ...given]: string[]): Promise<void> => {
    addOwnSettings();
    const units = given.filter((name) => name !== '--now');
    if (verb === 'daemon-reload') return;
    if (verb === 'reload' && units.join() === 'nginx') return nginx.reload();
    if (verb === 'start' || (verb === 'enable' && given.includes('--now'))) return void (await Promise.all(units.map(services.start)));
    if (verb === 'stop') return void (await Promise.all(units.map(services.stop)));
    if (verb === 'restart') return void (await Promise.all(units.map(services.restart)));
    throw new Error(`systemctl ${verb} ${given.join(' ')} is nothing that a test knows`);
  };
  const superuser = new URL(world.cluster.url('postgres'));
  const machine = await freshMachine({
    folder,
    psql: findPsql(),
    superuser,
    own: {
      'ADDRESS-OF-THE-REPOSITORY': `file://${process.cwd()}`,
      'YOUR-SERVICE-ACCOUNT.json': world.sandbox.credentialsFile,
      'YOUR-STORES.csv': join(folder, 'stores.csv'),
      'YOUR-BACK-OFFICE': BACK_OFFICE,
      'YOUR-APP': APP,
      'YOUR-ISSUER': provider.issuer,
      '127.0.0.1:5432': superuser.host,
    },
    services: async ([program, ...words]) => (program === 'nginx' ? nginx.test() : systemctl(words)),
  });
  const services = runServices({
    units: join(folder, 'etc/systemd/system'),
    here: (text) => onFreePorts(machine.here(text)),
    credentials: join(folder, 'run/credentials'),
  });

  return {
    folder,
    ports,
    ownSettings,
    run: machine.run,
    running: services.running,
    staff: () => ({ authorization: `Bearer ${provider.token(AUDIENCE, { facts: { endcapAdmin: true }, name: 'Ada' })}` }),
    /** A call through nginx, by one of the two names. */
    ask: (name: string, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const json = body === undefined ? {} : { 'content-type': 'application/json' };
        // By a connection of its own: a kept one is ended by nginx when it reads its files anew.
        const to = { host: '127.0.0.1', port: ports['443'], servername: name, ca, method, path, agent: false };
        request({ ...to, headers: { host: name, ...json, ...headers } }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString() }),
          );
        })
          .on('error', reject)
          .end(body && JSON.stringify(body));
      }),
    close: async (): Promise<void> => {
      services.end();
      await nginx.stop();
      machine.stop();
      provider.stop();
      await world.close();
    },
  };
};
