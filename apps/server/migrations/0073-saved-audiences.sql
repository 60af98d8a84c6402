-- Audiences of notifications that administrators save under a name (PLAN-06, decision 119). Stores and groups stay named after they were deleted.
create table saved_audience (
  id text primary key,
  name text not null,
  include_store_type text not null check (include_store_type in ('', 'all', 'contact', 'super', 'generalist')),
  include_stores text[] not null,
  exclude_stores text[] not null,
  include_store_groups text[] not null,
  exclude_store_groups text[] not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  deleted_at timestamptz
);
-- No two names that differ by case or diacritics alone.
create unique index saved_audience_by_name on saved_audience (folded(name)) where deleted_at is null;
