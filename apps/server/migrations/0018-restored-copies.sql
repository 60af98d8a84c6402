-- Tells one database from its copies: another server, another timeline after a failover, another database or tables made anew (F53).
create function incarnation() returns text language sql stable as $$
  select concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (select oid from pg_database where datname = current_database()), 'fan_out'::regclass::oid)
$$;

alter table fan_out
  -- Where it was accepted, or where a worker found it in a copy and paused it: a copy knows less than what was sent.
  add column incarnation text not null default incarnation(),
  drop constraint fan_out_pause_reason_check,
  add constraint fan_out_pause_reason_check check (pause_reason in ('operator', 'deadTokens', 'restored'));
