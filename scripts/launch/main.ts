// npm start: everything on one machine, from nothing. `npm run dev` (--dev): the same from the sources, which may change.
import { mkdirSync } from 'node:fs';
import { readConfig } from '../../apps/server/src/config.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { setRoleSettings } from '../../apps/server/src/platform/db/role-settings.ts';
import { openFiles } from '../../apps/server/src/open-files.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { UNLIMITED } from '../../apps/server/src/platform/db/connection.ts';
import { connectDirectly, directUrl, isPooled, type Context } from '../../apps/server/src/context.ts';
import { askAssistant, demoEdits, demoPeople, seed } from '../../sandbox/src/seed/index.ts';
import { type Cluster, ensureDatabase, startCluster } from '../postgres/cluster.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { API_FLAGS } from './api-flags.ts';
import { portsMustBeFree } from './free-ports.ts';
import { lockFolder } from './instance-lock.ts';
import { DATABASE, launchSettings } from './settings.ts';
import { type Supervised, supervise } from './supervise.ts';
import { buildWeb } from './web-build.ts';
import { WORKER_FLAGS } from './worker-flags.ts';
import { writeBuild } from './write-build.ts';

const startedAt = performance.now();
const isDev = process.argv.includes('--dev');
const { folder, ports, environment, devices, databaseUrl: ownServer } = launchSettings(process.env);

let unlock = (): void => {};
let cluster: Cluster | undefined;
const services: Supervised[] = [];
let closePage: (() => Promise<void>) | undefined;

const stopAll = async (): Promise<void> => {
  await Promise.allSettled([closePage?.(), ...services.map((service) => service.stop())]);
  await cluster?.stop();
  unlock();
};

/** Fills an empty database; before any process that seals the history is there. */
const seedChain = async (context: Context): Promise<boolean> => {
  if (!(await seed({ databaseUrl: directUrl(context.config), devices, isBefore: true }))) return false;
  const { playEdits } = await import('./play-edits.ts');
  const db = connectDirectly(context, UNLIMITED);
  const deps = { db, stores: openFiles(context), appScheme: context.config.ENDCAP_APP_SCHEME };
  await playEdits(deps, demoEdits(context.now().getTime())).finally(() => db.destroy());
  return true;
};

const prepareDatabase = async (): Promise<{ url: string; seeded: boolean }> => {
  if (!ownServer) {
    cluster = await startCluster({ folder, durable: true, supervised: true });
    await ensureDatabase(cluster, DATABASE);
  }
  const url = ownServer ?? cluster?.url(DATABASE) ?? '';
  const config = readConfig({ ...environment, DATABASE_URL: url });
  await migrate(directUrl(config));
  if (isPooled(config)) await setRoleSettings(config.DATABASE_URL, directUrl(config));
  return { url, seeded: await seedChain({ config, log: createLog('silent', 'launch'), now: () => new Date() }) };
};

const start = async (): Promise<void> => {
  unlock = lockFolder(folder);
  await portsMustBeFree(ports, isDev ? 'npm run dev' : 'npm start');
  mkdirSync(`${folder}/logs`, { recursive: true });
  const dev = isDev ? await import('./dev.ts') : undefined;
  const [{ url, seeded }, built] = await Promise.all([prepareDatabase(), dev ? null : buildWeb()]);
  writeBuild();
  // Vite takes the page's port.
  const env = {
    ...environment,
    DATABASE_URL: url,
    ...(dev && { ENDCAP_ADMIN_PORT: String(await freePort()), ENDCAP_WEB_DIR: dev.writeDevPage(folder) }),
  };
  const launch = async (name: string, file: string, flags?: string[]): Promise<Supervised> => {
    const service = await supervise({ name, file, env, ...(flags && { flags }) }, `${folder}/logs/${name}.log`);
    services.push(service);
    return service;
  };
  // The worker reads the credentials that the sandbox makes.
  const sandbox = launch('sandbox', 'sandbox/src/main.ts');
  const server = await Promise.all([
    sandbox.then(() => launch('push-worker', 'apps/server/src/processes/push-worker.ts', WORKER_FLAGS)),
    launch('admin-api', 'apps/server/src/processes/admin-api.ts', API_FLAGS),
    launch('app-api', 'apps/server/src/processes/app-api.ts', API_FLAGS),
  ]);
  if (dev) {
    const page = await dev.serveSources({
      port: ports.ENDCAP_ADMIN_PORT,
      apiUrl: `http://localhost:${env.ENDCAP_ADMIN_PORT}`,
      server,
      sandbox: await sandbox,
      directUrl: directUrl(readConfig(env)),
      folder,
      say: (line) => console.log(`  ${line}`),
    });
    closePage = () => page.close();
  }
  if (seeded) await askAssistant(environment['ENDCAP_APP_URL'] ?? '');
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`
  Endcap is ready after ${seconds} s${seeded ? ', with a fresh demo chain' : ''}${built ? ' and a new build of the page' : ''}.

  Back-office     ${environment['ENDCAP_ADMIN_URL']}   (API: ${environment['ENDCAP_ADMIN_URL']}/openapi.json, to read: /api-docs)
  App API         ${environment['ENDCAP_APP_URL']}   (${environment['ENDCAP_APP_URL']}/openapi.json)
  Sandbox phone   ${environment['ENDCAP_SANDBOX_PHONE_URL']}
  Sign-in         ${environment['ENDCAP_OIDC_ISSUER']} (sandbox) as one of
${demoPeople.map((person) => `    ${person.id.padEnd(10)}  ${person.name}, ${person.about.en}`).join('\n')}

  Data and logs in ${folder}. Ctrl-C stops everything.
`);
  process.send?.({ ready: 'endcap', seconds: Number(seconds), services: services.length });
};

let stopping: Promise<unknown> | undefined;
const quit = (code: number): void => {
  stopping ??= stopAll().then(() => code === 0 && console.log('Stopped.'));
  stopping.then(
    () => process.exit(code),
    () => process.exit(1),
  );
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => quit(0));

start().catch((error: Error) => {
  console.error(error.message);
  quit(1);
});
