import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type Limits, openDatabase, openPool } from './platform/db/connection.ts';
import type { Database, Tables } from './tables.ts';

/** What every process is given: its settings, its log, its clock. */
export type World = { config: Config; log: Logger; now: () => Date };

export const connectDatabase = ({ config, log }: World, limits: Partial<Limits> = {}): Database =>
  openDatabase<Tables>(
    openPool({
      url: config.DATABASE_URL,
      poolSize: config.DATABASE_POOL_SIZE,
      limits,
      onError: (error) => log.warn({ err: error }, 'database connection lost'),
    }),
  );
