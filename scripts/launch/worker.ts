// node scripts/run.mjs scripts/launch/worker.ts: starts one more push worker, for the installation of `npm start` in ENDCAP_DATA_DIR or
// for the server of DATABASE_URL. `--help` prints the usage.
import { fork } from 'node:child_process';
import { readConfig } from '../../apps/server/src/config.ts';
import { ConfigurationError } from '../../apps/server/src/configuration-error.ts';
import { findCluster } from '../postgres/cluster.ts';
import { parseOrExit, failedWith } from './command.ts';
import { DATABASE, launchSettings } from './settings.ts';
import { WORKER_FLAGS } from './worker-flags.ts';

const HELP = `node scripts/run.mjs scripts/launch/worker.ts

Starts one more push worker, beside those that there are: for what npm start runs in ENDCAP_DATA_DIR (.data), or with the settings of a process for the server of
DATABASE_URL. It goes on until it is told to stop (Ctrl-C, SIGTERM), and finishes what is under way.

--help  says this

Ends with 0 when it was told to stop; with 2 when it was asked for something else; with 78 when a setting is wrong or no database is there.`;
parseOrExit('worker', HELP, ([word]) => (word === undefined ? {} : `${word} is not known`));

/** Returns the settings of the worker. Throws if no database is configured or running. */
const settings = (): Record<string, string> => {
  const { folder, environment, databaseUrl } = launchSettings(process.env);
  const url = databaseUrl ?? findCluster(folder)?.(DATABASE);
  const its = { ...environment, DATABASE_URL: url ?? 'postgres://localhost' };
  readConfig(its);
  if (!url) throw new ConfigurationError([`DATABASE_URL (no database runs in ${folder}: start Endcap there first, or set it)`]);
  return its;
};
const settingsOrEnd = (): Record<string, string> => {
  try {
    return settings();
  } catch (error) {
    return process.exit(failedWith('worker', error));
  }
};
const worker = fork('apps/server/src/processes/push-worker.ts', { execArgv: WORKER_FLAGS, env: settingsOrEnd() });
worker.on('message', () => {
  console.log('One more push worker is at work. Ctrl-C stops it.');
  process.send?.({ ready: 'worker', pid: worker.pid });
});
worker.on('exit', (code) => process.exit(code ?? 1));
// The terminal's Ctrl-C reaches the worker as well.
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, () => signal === 'SIGINT' || worker.kill('SIGTERM'));
