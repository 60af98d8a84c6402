-- When a backup of this database was last restored and tried. A backup that nobody ever restored may turn out to be useless.
create table last_drill (
  the_only boolean primary key default true check (the_only),
  drilled_at timestamptz not null
);
