-- A reserved day: a Warsaw day reserved for head office (CARE-06, decision 120). It keeps deleted groups, because without them it
-- would apply to all stores.
create table kept_day (
  id text primary key,
  day date not null,
  -- Null: every store.
  store_groups text[] check (cardinality(store_groups) > 0),
  reason text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  deleted_at timestamptz
);
create unique index kept_day_once on kept_day (day) where deleted_at is null;
