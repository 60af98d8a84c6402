import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connectionName } from './platform/build.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { type Limits, openDatabase, openPool } from './platform/db/connection.ts';
import type { DatabaseClock } from './platform/db/database-clock.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { watchStatements } from './platform/tracing/watch-statements.ts';
import type { Database, Tables } from './tables.ts';

/** What every process is given: its settings, its log, its clock; and what it tells of itself, where somebody wants to know. */
export type World = {
  config: Config;
  log: Logger;
  /** What every decision takes for the time. */
  now: () => Date;
  /** Measures the time of the database. */
  clock?: DatabaseClock | undefined;
  metrics?: Metrics | undefined;
  tracing?: Tracing | undefined;
  /** How old the figures on a send's page may be, in milliseconds; a second by default. */
  countsMaxAgeMs?: number;
  /** The process; its connections to the database carry this name and the version, which the doctor lists. */
  name?: string;
};
/** The world of a process, whose time is the database's. */
export type ProcessWorld = World & { clock: DatabaseClock };

/** The database past a pooler. */
export const directUrl = ({ DATABASE_URL, ENDCAP_DATABASE_DIRECT_URL }: Config): string => ENDCAP_DATABASE_DIRECT_URL ?? DATABASE_URL;
/** Whether `DATABASE_URL` leads to a pooler: that is why there is another. */
export const isPooled = (config: Config): boolean => directUrl(config) !== config.DATABASE_URL;

/** `pool` is what its connections are called in the metrics. */
export const connectDatabase = (
  { config, log, clock, metrics, tracing, name }: World,
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
    // Whoever uses the connection gets the error.
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

/** As `connectDatabase`, past a pooler: for what must not wait for others' transactions, or takes longer than they may (OPS-09). */
export const connectDirectly = (world: World, limits: Partial<Limits> = {}, pool = 'direct'): Database =>
  connectDatabase({ ...world, config: { ...world.config, DATABASE_URL: directUrl(world.config) } }, limits, pool);
