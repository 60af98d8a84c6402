-- The last backup of this database, for warnings if it is too old: at most one row.
create table last_backup (
  the_only boolean primary key default true check (the_only),
  -- The age of the data in the backup.
  taken_at timestamptz not null,
  -- Files that the database named and that could not be copied.
  lost integer not null
);

-- The last drill: a backup was restored and checked. A backup that was never restored may turn out to be useless.
create table last_drill (
  the_only boolean primary key default true check (the_only),
  drilled_at timestamptz not null
);
