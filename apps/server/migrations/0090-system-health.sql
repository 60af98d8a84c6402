-- Which processes run, and what their background jobs did last (E-7E, decision 143). Not logged: after a crash of the database, and in a restored copy, a
-- process and the first run of each job fill them again. Room in each page keeps an update from touching the index.
create unlogged table running_process (
  id text primary key,
  kind text not null,
  version text not null,
  host text not null,
  pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
) with (fillfactor = 50);

create unlogged table background_job (
  name text primary key,
  -- The last run that ended. Empty: none yet.
  started_at timestamptz,
  ended_at timestamptz,
  host text,
  every_seconds real,
  -- Failed runs since the last one that succeeded.
  failures integer not null default 0,
  failed_at timestamptz,
  error text,
  -- Somebody asked for a run that has not ended yet; the process that took it.
  asked_at timestamptz,
  taken_at timestamptz,
  taken_by text,
  taken_host text
) with (fillfactor = 50);
