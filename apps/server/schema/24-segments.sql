-- A segment of customers, imported (A-78). A segment that is missing in an import is marked as deleted, because items may
-- still refer to it.
create table segment (
  name text primary key,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
