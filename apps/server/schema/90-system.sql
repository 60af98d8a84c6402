-- System health (E-7E, decision 143). Both tables are unlogged: after a crash of the database and in a restored copy, processes and jobs
-- fill them again. The low fillfactor keeps updates out of the index.

-- A running process.
create unlogged table running_process (
  id text primary key,
  kind text not null,
  version text not null,
  host text not null,
  pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
) with (fillfactor = 50);

-- A background job and its last run.
create unlogged table background_job (
  name text primary key,
  -- The last run that ended; null: none yet.
  started_at timestamptz,
  ended_at timestamptz,
  host text,
  every_seconds real,
  -- Failed runs since the last one that succeeded.
  failures integer not null default 0,
  failed_at timestamptz,
  error text,
  -- A run that a person asked for and that has not ended yet, and the process that took it.
  asked_at timestamptz,
  taken_at timestamptz,
  taken_by text,
  taken_host text
) with (fillfactor = 50);
