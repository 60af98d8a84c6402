import { type ChildProcess, fork } from 'node:child_process';
import { inject } from 'vitest';

/** Starts a process of the server; `env` adds to its settings, `preload` names a module that it loads first. */
export const startProcess = (
  name: 'admin-api' | 'app-api' | 'push-worker',
  databaseUrl: string,
  env: Record<string, string>,
  preload?: string,
): ChildProcess =>
  fork(`apps/server/src/processes/${name}.ts`, {
    execArgv: preload ? ['--import', preload] : [],
    stdio: 'ignore',
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl,
      ENDCAP_OIDC_ISSUER: inject('issuer'),
      ENDCAP_OIDC_CLIENT_ID: 'endcap-web',
      ENDCAP_OIDC_AUDIENCE: 'urn:endcap:api',
      ENDCAP_PUSH_LEASE_SECONDS: '2',
      ENDCAP_PUSH_RATE: '0',
      ...env,
    },
  });

/** Starts a push worker as a process of its own. */
export const startWorkerProcess = (databaseUrl: string, env: Record<string, string>, preload?: string): ChildProcess =>
  startProcess('push-worker', databaseUrl, env, preload);

/** Ends a worker by a signal and waits for its exit. */
export const endWorkerProcess = async (worker: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const gone =
    worker.exitCode !== null || worker.signalCode !== null ? Promise.resolve() : new Promise((resolve) => worker.once('exit', resolve));
  worker.kill(signal);
  await gone;
};
