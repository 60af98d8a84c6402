import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { ensureDatabase, startCluster } from '../postgres/cluster.ts';
import { findNginx } from './find-nginx.ts';
import { startSandbox } from './running-sandbox.ts';

const TEMPLATE = 'endcap_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the cluster with `DATABASE` in place of the database's name. */
    databaseUrl: string;
    issuer: string;
    gatewayUrl: string;
    gatewayControlUrl: string;
    credentialsFile: string;
    caFile: string;
    folder: string;
    /** Path of the program. */
    nginx: string;
  }
}

/** One real PostgreSQL with a migrated template, one real identity provider and one push gateway for all database tests. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-test-'));
  chmodSync(folder, 0o755);
  const cluster = await startCluster({ folder, durable: false });
  await ensureDatabase(cluster, TEMPLATE);
  const { stop, issuer, ...gateway } = await startSandbox(folder);
  await migrate(cluster.url(TEMPLATE));
  provide('databaseUrl', cluster.url('DATABASE'));
  provide('issuer', issuer);
  for (const name of ['gatewayUrl', 'gatewayControlUrl', 'credentialsFile', 'caFile'] as const) provide(name, gateway[name]);
  provide('folder', folder);
  provide('nginx', findNginx());
  return async () => {
    stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
};
