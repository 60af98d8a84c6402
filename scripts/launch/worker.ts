// npm run worker: one more push worker, for the installation of `npm start` in DATA_DIR or for the server of DATABASE_URL.
import { fork } from 'node:child_process';
import { findCluster } from '../postgres/cluster.ts';
import { DATABASE, launchSettings, serverEnvironment } from './settings.ts';
import { WORKER_FLAGS } from './worker-flags.ts';

const { folder, environment, databaseUrl } = launchSettings(process.env);
const url = databaseUrl ?? findCluster(folder)?.(DATABASE);
if (!url) {
  console.error(`No database runs in ${folder}: start Endcap there first, or set DATABASE_URL.`);
  process.exit(69);
}
const worker = fork('apps/server/src/processes/push-worker.ts', {
  execArgv: WORKER_FLAGS,
  env: serverEnvironment({ ...environment, DATABASE_URL: url }),
});
worker.on('message', () => {
  console.log('One more push worker is at work. Ctrl-C stops it.');
  process.send?.({ ready: 'worker', pid: worker.pid });
});
worker.on('exit', (code) => process.exit(code ?? 1));
// The terminal's Ctrl-C reaches the worker as well.
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, () => signal === 'SIGINT' || worker.kill('SIGTERM'));
