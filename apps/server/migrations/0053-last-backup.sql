-- When this database was backed up last, so that whoever looks after it is told.
create table last_backup (
  the_only boolean primary key default true check (the_only),
  -- What the backup holds is as old.
  taken_at timestamptz not null,
  -- Files that the database named and that could not be copied.
  lost integer not null
);
