import type pg from 'pg';
import type { Config } from '../../apps/server/src/config.ts';
import { openPool } from '../../apps/server/src/platform/db/connection.ts';
import { isPooled } from '../../apps/server/src/context.ts';
import { errorText } from '../../apps/server/src/platform/error-text.ts';

/** Runs `work` on a separate connection. */
export const onClient = async <R>(config: Config, work: (client: pg.ClientBase) => Promise<R>): Promise<R> => {
  const pool = openPool({ url: config.DATABASE_URL, isPooled: isPooled(config), poolSize: 1, onError: () => {} });
  try {
    const client = await pool.connect();
    return await work(client).finally(() => client.release());
  } finally {
    await pool.end();
  }
};

/** Queries for the diagnostics bundle. They return names, times and counts, never personal data or texts that people wrote. */
const questions = {
  server: `select version() as version, current_database() as database, current_user::text as role, pg_is_in_recovery() as "isStandby",
      pg_postmaster_start_time() as "startedAt", pg_database_size(current_database())::float8 as bytes`,
  migrations: 'select name, timestamp as "appliedAt" from kysely_migration order by name',
  schemaNeeds: 'select step from schema_need order by step',
  tables: `select relname::text as name, greatest(reltuples, 0)::float8 as "rowsAbout", pg_total_relation_size(oid)::float8 as bytes,
      pg_indexes_size(oid)::float8 as "indexBytes" from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 3 desc, 1`,
  openSends: `select notification_id as "notificationId", state, chunks, created_at as "createdAt", paused_at as "pausedAt", pause_reason as "pauseReason"
      from fan_out where finished_at is null order by created_at limit 1000`,
  plans:
    'select notification_id as "notificationId", starts_at as "startsAt", waits_for as "waitsFor" from fan_out_plan order by starts_at limit 1000',
  processes: 'select kind, version, host, pid, started_at as "startedAt", seen_at as "seenAt" from running_process order by kind, host, id',
  jobs: `select name, started_at as "startedAt", ended_at as "endedAt", host, failures, failed_at as "failedAt", error, asked_at as "askedAt"
      from background_job order by name`,
  connections: `select application_name as name, state, wait_event_type as "waitsFor", count(*)::int as count, max(clock_timestamp() - xact_start)::text as "oldestTransaction"
      from pg_stat_activity where datname = current_database() group by 1, 2, 3 order by 1, 2, 3`,
} as const;

/** Returns the rows of each query by name. A failed query returns its error instead, and the others still run. */
export const readDatabaseFacts = (config: Config): Promise<Record<string, unknown>> =>
  onClient(config, async (client) => {
    const facts: Record<string, unknown> = {};
    for (const [name, statement] of Object.entries(questions))
      facts[name] = await client.query(statement).then(
        ({ rows }) => rows,
        (error: unknown) => ({ error: errorText(error) }),
      );
    return facts;
  }).catch((error: unknown) => ({ error: errorText(error) }));
