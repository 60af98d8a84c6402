import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';

type Db = DbOf<'runningProcess'>;

export type Announced = { id: string; kind: string; version: string; host: string; pid: number };
export type SeenProcess = Announced & { startedAt: Date; seenAt: Date; isSilent: boolean };

/** Several heartbeats were missed. */
const SILENT_AFTER = '45 seconds';
/** A process that crashed stays on the page for so long. */
const FORGOTTEN_AFTER = '1 day';

/** SQL condition: the process with an id still sends heartbeats. False if its row is gone. */
export const reports = (id: string) =>
  sql<boolean>`exists (select from running_process p where p.id = ${sql.ref(id)} and p.seen_at > clock_timestamp() - ${SILENT_AFTER}::interval)`;

/** Stores a heartbeat of a process, by the clock of the database. `upSeconds`: for how long it has run. */
export const noteHeartbeat = async (db: Db, { id, kind, version, host, pid }: Announced, upSeconds: number): Promise<void> => {
  await sql`
    insert into running_process (id, kind, version, host, pid, started_at, seen_at)
    values (${id}, ${kind}, ${version}, ${host}, ${pid}, clock_timestamp() - make_interval(secs => ${upSeconds}), clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db);
};

/** Removes the process that ended, and those that have been silent for long. */
export const forgetProcess = async (db: Db, id: string): Promise<void> => {
  await sql`delete from running_process where id = ${id} or seen_at < clock_timestamp() - ${FORGOTTEN_AFTER}::interval`.execute(db);
};

/** Every process that reported within a day. */
export const readProcesses = async (db: Db): Promise<SeenProcess[]> => {
  const { rows } = await sql<SeenProcess>`
    select id, kind, version, host, pid, started_at, seen_at, seen_at <= clock_timestamp() - ${SILENT_AFTER}::interval as is_silent
    from running_process where seen_at > clock_timestamp() - ${FORGOTTEN_AFTER}::interval order by kind, host, started_at, id`.execute(db);
  return rows;
};
