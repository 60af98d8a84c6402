import { type QueryExecutorProvider, sql } from 'kysely';

/** Effects of standbys on the primary. */
export type Replication = {
  /** Commits wait for a synchronous standby, and none is connected. */
  isStandbyAway: boolean;
  /** WAL that a replication slot retains on the disk, in bytes; the largest of all slots. */
  retainedBytes: number;
};

/** Reads the state of replication. Without `pg_read_all_stats` the role sees that standbys are connected, not which are synchronous. */
export const readReplication = async (db: QueryExecutorProvider): Promise<Replication> => {
  const { rows } = await sql<Replication>`
    select current_setting('synchronous_standby_names') <> ''
        and (count(*) = 0 or (bool_and(sync_state is not null) and count(*) filter (where sync_state in ('sync', 'quorum')) = 0)) as "isStandbyAway",
      (select coalesce(max(pg_wal_lsn_diff(
          case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, restart_lsn)), 0)::float8
        from pg_replication_slots) as "retainedBytes"
    from pg_stat_replication`.execute(db);
  return rows[0] ?? { isStandbyAway: false, retainedBytes: 0 };
};
