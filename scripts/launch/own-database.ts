import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../../apps/server/src/config.ts';
import { ensureDatabase, startCluster } from '../postgres/cluster.ts';
import { DATABASE, launchSettings } from './settings.ts';

/** Settings are read with it before there is an address. */
const ANY = 'postgres://localhost';

/**
 * The settings of a command that works on a database: with that of DATABASE_URL, or of `npm start`, which is started when it does not run; `isNew`: it may
 * be that none is there yet. `isOurs`: nobody else looks after its schema. `leave` ends what was started. Throws a sentence when there is none, and ConfigurationError before anything is started.
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
