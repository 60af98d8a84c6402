-- The settings: at most one row, made by the first save. One document, because it is read and its lists are replaced as a
-- whole (A-108).
create table settings (
  the_only boolean primary key default true check (the_only),
  document jsonb not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text
);
