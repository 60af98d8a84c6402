import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../../apps/server/src/config.ts';
import { ensureDatabase, startCluster } from '../postgres/cluster.ts';
import { DATABASE, launchSettings } from './settings.ts';

/** Placeholder with which the settings are validated before the database has an address. */
const ANY = 'postgres://localhost';

/**
 * Opens the database of a command: that of DATABASE_URL, or that of `npm start`, whose server it starts if necessary. `isNew` creates a
 * missing database; otherwise a missing one is an error. `isOurs`: it belongs to `npm start`. `leave` stops a server started here.
 * Throws a ConfigurationError for invalid settings before anything is started.
 */
export const openOwnDatabase = async (
  env: NodeJS.ProcessEnv,
  { isNew }: { isNew: boolean },
): Promise<{ config: Config; isOurs: boolean; leave: () => Promise<void> }> => {
  const { folder, environment, databaseUrl } = launchSettings(env);
  const configAt = (url: string): Config => readConfig({ ...environment, DATABASE_URL: url });
  const config = configAt(databaseUrl ?? ANY);
  if (databaseUrl !== undefined) return { config, isOurs: false, leave: async () => {} };
  if (!isNew && !existsSync(join(folder, 'postgres', 'PG_VERSION')))
    throw new Error(`There is no database in ${folder}: set ENDCAP_DATA_DIR to where it is, or DATABASE_URL`);
  const cluster = await startCluster({ folder, durable: true });
  if (isNew) await ensureDatabase(cluster, DATABASE);
  return { config: configAt(cluster.url(DATABASE)), isOurs: true, leave: async () => (cluster.adopted ? undefined : cluster.stop()) };
};
