import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { findPromtool } from '../test/find-promtool.ts';
import { findPsql } from '../test/find-psql.ts';
import { throwAwayWorld } from '../test/throw-away-world.ts';
import { requestsOnFreePorts, freePorts, onFreePorts } from './free-ports.ts';
import { freshMachine } from './fresh-machine.ts';
import { runNginx } from './run-nginx.ts';
import { runPrometheus } from './run-prometheus.ts';
import { runServices } from './run-services.ts';
import { onPortsOfSecond, openSecondMachine, SECOND } from './second-machine.ts';
import { systemctlOf } from './systemctl.ts';
import { type Certificate, certify, startTlsProvider } from './tls-provider.ts';

/** The two host names of the installation. */
export const APP = 'app.test';
export const BACK_OFFICE = 'back-office.test';
const AUDIENCE = `https://${BACK_OFFICE}/api`;
const STORES =
  'storeNo,name,street,city,zipCode,latitude,longitude,openingHours,storeType\n7,Koszyk,ul. Długa 1,Łódź,90-001,51.7,19.4,6–22,super\n';

export type Answer = { status: number; headers: Record<string, unknown>; body: string };
export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: object };

/** Prerequisites of an installation. */
type Own = {
  folder: string;
  sandbox: Awaited<ReturnType<typeof throwAwayWorld>>['sandbox'];
  issuer: string;
  superuser: URL;
};

/** Copies the certificate of both names to the folder of certbot. */
const putCertificates = (folder: string, { key, certificate }: Certificate): void => {
  for (const name of [APP, BACK_OFFICE]) {
    const live = join(folder, 'etc/letsencrypt/live', name);
    mkdirSync(live, { recursive: true });
    copyFileSync(certificate, join(live, 'fullchain.pem'));
    copyFileSync(key, join(live, 'privkey.pem'));
  }
};

/** Settings that an operator adds: their own push service, identity provider and certificate authority. */
const ownSettingsOf = ({ folder, sandbox, port443 }: Pick<Own, 'folder' | 'sandbox'> & { port443: string }) => ({
  ENDCAP_PUSH_ENDPOINT: sandbox.gatewayUrl,
  ENDCAP_PUSH_CA_FILE: sandbox.caFile,
  NODE_EXTRA_CA_CERTS: join(folder, 'tls/authorities.pem'),
  // The doctor calls both names from outside, as phones and browsers do.
  NODE_OPTIONS: `--import=${join(folder, 'names.mjs')}`,
  ENDCAP_ADMIN_URL: `https://${BACK_OFFICE}:${port443}`,
  ENDCAP_APP_URL: `https://${APP}:${port443}`,
  ENDCAP_OIDC_FACTS_CLAIM: 'facts',
  ENDCAP_PUSH_RATE: '0',
});

/** Resolves the host names of the test to this machine, in place of DNS. */
const NAMES = `import dns from 'node:dns';
const { lookup } = dns;
dns.lookup = (name, ...more) => lookup(String(name).endsWith('.test') ? '127.0.0.1' : name, ...more);
`;

/** Adds the settings once, as soon as the settings file exists. */
const addOwnSettings = (folder: string, ownSettings: Readonly<Record<string, string>>): void => {
  const file = join(folder, 'etc/endcap/endcap.env');
  if (!existsSync(file) || readFileSync(file, 'utf8').includes('NODE_EXTRA_CA_CERTS')) return;
  const lines = Object.entries(ownSettings).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(file, lines.join(''));
};

/** Returns the values for the placeholders of the documents. */
const ownWordsOf = ({ folder, sandbox, issuer, superuser }: Own) => ({
  'ADDRESS-OF-THE-REPOSITORY': `file://${process.cwd()}`,
  'YOUR-SERVICE-ACCOUNT.json': sandbox.credentialsFile,
  'YOUR-STORES.csv': join(folder, 'stores.csv'),
  'YOUR-BACK-OFFICE': BACK_OFFICE,
  'YOUR-APP': APP,
  'YOUR-ISSUER': issuer,
  '127.0.0.1:5432': superuser.host,
  'SECOND-MACHINE': SECOND,
  'ADDRESS-OF-THE-RUNBOOK': `file://${process.cwd()}/docs/operators`,
});

/** Sends requests through nginx on a port. `ca` (PEM) is trusted for both names. Rejects if there is no response. */
const callerOf =
  (port: string | undefined, ca: string) =>
  (name: string, path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      // Each request opens a connection, since nginx closes kept-alive ones on a reload.
      const to = { host: '127.0.0.1', port, servername: name, ca, method, path, agent: false };
      request({ ...to, headers: { host: name, ...json, ...headers } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString() }),
        );
      })
        .on('error', reject)
        .end(body && JSON.stringify(body));
    });

/**
 * Opens a fresh machine with the prerequisites of an installation: PostgreSQL with a superuser, the sandbox's push service, an identity
 * provider with a self-signed certificate, nginx, and a replacement of systemd. Endcap is not installed on it yet.
 */
export const openInstallation = async (nginxProgram: string) => {
  const world = await throwAwayWorld({ name: 'installing', durable: false, isQuiet: true });
  const folder = join(world.folder, 'machine');
  mkdirSync(join(folder, 'tls'), { recursive: true });
  const names = certify(join(folder, 'tls'), 'names', APP, BACK_OFFICE, 'localhost');
  const ca = readFileSync(names.certificate, 'utf8');
  const own = certify(join(folder, 'tls'), 'provider', 'localhost');
  const provider = await startTlsProvider(own);
  writeFileSync(join(folder, 'tls/authorities.pem'), `${ca}${readFileSync(own.certificate, 'utf8')}`);
  writeFileSync(join(folder, 'names.mjs'), NAMES);
  putCertificates(folder, names);
  writeFileSync(join(folder, 'stores.csv'), STORES);
  const [ports, portsOfSecond] = [await freePorts(), await freePorts()];
  const here = (text: string): string => onFreePorts(machine.here(text), ports);
  const nginx = runNginx({ program: nginxProgram, folder, change: (text) => here(onPortsOfSecond(text, portsOfSecond)) });
  const services = runServices({ units: join(folder, 'etc/systemd/system'), here, credentials: join(folder, 'run/credentials') });
  const promtool = resolve(findPromtool());
  const prometheus = runPrometheus({ promtool, folder, port: await freePort(), change: here });
  const ownSettings = ownSettingsOf({ folder, sandbox: world.sandbox, port443: ports['443'] ?? '' });
  const systemctl = systemctlOf({ services, nginx, prometheus, before: () => addOwnSettings(folder, ownSettings) });
  const superuser = new URL(world.cluster.url('postgres'));
  const machine = await freshMachine({
    folder,
    psql: findPsql(),
    promtool,
    superuser,
    own: ownWordsOf({ folder, sandbox: world.sandbox, issuer: provider.issuer, superuser }),
    services: async ([program, ...words]) => (program === 'nginx' ? nginx.test() : systemctl(words)),
  });

  return {
    folder,
    ports,
    ownSettings,
    run: (commands: string) => machine.run(requestsOnFreePorts(commands, ports)),
    running: services.running,
    prometheus: prometheus.url,
    letFail: services.letFail,
    second: () => openSecondMachine({ folder: join(world.folder, 'second'), first: folder, superuser, ports: portsOfSecond }),
    staff: () => ({ authorization: `Bearer ${provider.token(AUDIENCE, { facts: { endcapAdmin: true }, name: 'Ada' })}` }),
    /** Sends a request through nginx to one of the two host names. */
    ask: callerOf(ports['443'], ca),
    close: async (): Promise<void> => {
      services.end();
      await nginx.stop();
      await prometheus.stop();
      machine.stop();
      provider.stop();
      await world.close();
    },
  };
};
