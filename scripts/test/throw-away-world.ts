import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutSettings } from '../launch/own-environment.ts';
import { PROCESS_ENVIRONMENT } from '../launch/process-environment.ts';
import { ensureDatabase, startCluster } from '../postgres/cluster.ts';
import { startSandbox } from './running-sandbox.ts';

/** Folder with the code of this version. */
const HERE = '.';

export type ProcessName = 'push-worker' | 'admin-api' | 'app-api';
type Options = {
  /** Name of the database, and part of the folder's name. */
  name: string;
  /** True if PostgreSQL flushes commits to disk before it acknowledges them. */
  durable: boolean;
  /** True if the sandbox's warnings are suppressed. */
  isQuiet?: boolean;
  /** Folder of PostgreSQL's programs; unset: those of every test. */
  bin?: string;
};

/** Starts a PostgreSQL with an empty database and the sandbox without phones, with settings for processes. `close` removes it all. */
export const throwAwayWorld = async ({ name, durable, isQuiet = false, bin }: Options) => {
  const folder = mkdtempSync(join(tmpdir(), `endcap-${name}-`));
  chmodSync(folder, 0o755);
  const cluster = await startCluster({ folder, durable, supervised: true, bin });
  await ensureDatabase(cluster, name);
  const sandbox = await startSandbox(folder, isQuiet);
  // The staff API does not start without a page. Its content does not matter here.
  const page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<html><head></head></html>');
  const settings: Record<string, string> = {
    DATABASE_URL: cluster.url(name),
    ENDCAP_OIDC_ISSUER: sandbox.issuer,
    ENDCAP_OIDC_CLIENT_ID: 'endcap-web',
    ENDCAP_OIDC_AUDIENCE: 'urn:endcap:api',
    ENDCAP_WEB_DIR: page,
    ENDCAP_PUSH_ENDPOINT: sandbox.gatewayUrl,
    ENDCAP_PUSH_CREDENTIALS_FILE: sandbox.credentialsFile,
    ENDCAP_PUSH_CA_FILE: sandbox.caFile,
    ENDCAP_PUSH_RATE: '0',
    ENDCAP_DRAIN_SECONDS: '0',
    ENDCAP_FILES_DIR: join(folder, 'files'),
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compile-cache'),
    ...PROCESS_ENVIRONMENT,
  };
  const processes = new Set<ChildProcess>();
  return {
    folder,
    cluster,
    sandbox,
    settings,
    /** Starts a process from the code in a folder, by default this version's. */
    startProcess: async (
      process_: ProcessName,
      own: Record<string, string> = {},
      flags: readonly string[] = [],
      code = HERE,
    ): Promise<ChildProcess> => {
      const child = fork(`${code}/apps/server/src/processes/${process_}.ts`, {
        execArgv: [...flags],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...withoutSettings(process.env), ...settings, ...own },
      });
      processes.add(child);
      child.once('exit', () => processes.delete(child));
      await new Promise<void>((resolve, reject) =>
        child
          .once('message', () => resolve())
          .once('exit', (code, signal) => reject(new Error(`${process_} does not start (${signal ?? code})`))),
      );
      return child;
    },
    close: async (): Promise<void> => {
      for (const child of processes) child.kill('SIGKILL');
      sandbox.stop();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
