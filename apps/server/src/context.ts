import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connectionName } from './platform/build.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { type Limits, openDatabase, openPool } from './platform/db/connection.ts';
import type { DatabaseClock } from './platform/db/database-clock.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { watchStatements } from './platform/tracing/watch-statements.ts';
import type { Database, Tables } from './tables.ts';

/** Dependencies of every process: settings, log, clock, and optionally metrics and tracing. */
export type Context = {
  config: Config;
  log: Logger;
  /** The current time for all business rules. */
  now: () => Date;
  /** Measures the time of the database. */
  clock?: DatabaseClock | undefined;
  metrics?: Metrics | undefined;
  tracing?: Tracing | undefined;
  /** Maximum age of the figures on a send's page, in milliseconds; defaults to a second. */
  countsMaxAgeMs?: number;
  /** The process; its connections to the database carry this name and the version, which the doctor lists. */
  name?: string;
};
/** The context of a process: its time is that of the database. */
export type ProcessContext = Context & { clock: DatabaseClock };

/** Returns the URL of the database that bypasses a pooler. */
export const directUrl = ({ DATABASE_URL, ENDCAP_DATABASE_DIRECT_URL }: Config): string => ENDCAP_DATABASE_DIRECT_URL ?? DATABASE_URL;
/** Returns whether `DATABASE_URL` points to a pooler, which is the case if a different direct URL is set. */
export const isPooled = (config: Config): boolean => directUrl(config) !== config.DATABASE_URL;

/** Opens a database. `pool` is the name of its connections in the metrics. */
export const connectDatabase = (
  { config, log, clock, metrics, tracing, name }: Context,
  limits: Partial<Limits> = {},
  pool = 'calls',
): Database => {
  const connections = openPool({
    url: config.DATABASE_URL,
    isPooled: isPooled(config),
    poolSize: config.ENDCAP_DATABASE_POOL_SIZE,
    applicationName: name && connectionName(name, process.pid),
    limits,
    watch: watchStatements(log, tracing),
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
    // Ignore the error here; the query that uses the connection fails with it.
    opened: clock && ((client) => clock.measure((statement) => client.query(statement)).catch(() => {})),
  });
  metrics?.level(
    { name: `endcap_database_${pool}`, help: `Connections of the pool "${pool}", and who waits for one`, label: 'state' },
    () => ({
      open: connections.totalCount,
      idle: connections.idleCount,
      waiting: connections.waitingCount,
      most: config.ENDCAP_DATABASE_POOL_SIZE,
    }),
  );
  return openDatabase<Pick<Tables, keyof Tables>>(connections) as Database;
};

/**
 * As `connectDatabase`, but without the pooler: for work that must not wait for others, or takes longer than a transaction may (OPS-09).
 */
export const connectDirectly = (context: Context, limits: Partial<Limits> = {}, pool = 'direct'): Database =>
  connectDatabase({ ...context, config: { ...context.config, DATABASE_URL: directUrl(context.config) } }, limits, pool);
