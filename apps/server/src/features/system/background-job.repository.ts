import type { JobName } from '@endcap/contract/system';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { reports } from './running-process.repository.ts';

type Db = DbOf<'backgroundJob' | 'runningProcess'>;

/** A run that ended; `error` is null where it succeeded. */
type Run = { name: JobName; processId: string; host: string; everySeconds: number; seconds: number; error: string | null };
export type JobRow = {
  name: JobName;
  startedAt: Date | null;
  endedAt: Date | null;
  host: string | null;
  everySeconds: number | null;
  /** When the next run starts at the latest. */
  nextAt: Date | null;
  failures: number;
  failedAt: Date | null;
  error: string | null;
  askedAt: Date | null;
  takenAt: Date | null;
  takenHost: string | null;
};

/** Stores a run, and completes the requested run if this process had claimed it. */
export const noteRun = async (db: Db, { name, processId, host, everySeconds, seconds, error }: Run): Promise<void> => {
  // A run that began before the request was claimed does not complete it.
  const isDone = sql`job.taken_by = ${processId} and job.taken_at <= excluded.started_at`;
  await sql`
    insert into background_job as job (name, started_at, ended_at, host, every_seconds, failures, failed_at, error)
    values (${name}, clock_timestamp() - make_interval(secs => ${seconds}), clock_timestamp(), ${host}, ${everySeconds}, ${error === null ? 0 : 1},
      case when ${error}::text is not null then clock_timestamp() end, ${error})
    on conflict (name) do update set started_at = excluded.started_at, ended_at = excluded.ended_at, host = excluded.host,
      every_seconds = excluded.every_seconds,
      failures = case when excluded.failures = 0 then 0 else job.failures + 1 end,
      failed_at = coalesce(excluded.failed_at, job.failed_at), error = coalesce(excluded.error, job.error),
      asked_at = case when ${isDone} then null else job.asked_at end, taken_at = case when ${isDone} then null else job.taken_at end,
      taken_host = case when ${isDone} then null else job.taken_host end, taken_by = case when ${isDone} then null else job.taken_by end`.execute(
    db,
  );
};

/** Requests a run. Further requests before it has ended are for the same run. */
export const askForRun = async (db: Db, name: JobName): Promise<void> => {
  await sql`
    insert into background_job as job (name, asked_at) values (${name}, clock_timestamp())
    on conflict (name) do update set asked_at = coalesce(job.asked_at, excluded.asked_at)`.execute(db);
};

/** Claims the requested runs, also those of a process that ended or crashed before completing them. */
export const claimRequestedRuns = async (db: Db, names: readonly JobName[], processId: string, host: string): Promise<JobName[]> => {
  const { rows } = await sql<{ name: JobName }>`
    update background_job job set taken_by = ${processId}, taken_at = clock_timestamp(), taken_host = ${host}
    where asked_at is not null and name = any(${names}) and (taken_by is null or not ${reports('job.taken_by')}) returning name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

/** Returns the last run of each job. A run claimed by a process that no longer exists is waiting again. */
export const readJobs = async (db: Db): Promise<JobRow[]> => {
  const { rows } = await sql<JobRow>`
    select name, started_at, ended_at, host, every_seconds, greatest(started_at + make_interval(secs => every_seconds), ended_at) as next_at, failures, failed_at, error, asked_at,
      case when ${reports('job.taken_by')} then taken_at end as taken_at, case when ${reports('job.taken_by')} then taken_host end as taken_host
    from background_job job`.execute(db);
  return rows;
};
