-- A store. Deleted stores stay, hidden by `deleted_at`, as do all entities that staff edit. `revision` is the version that
-- If-Match is compared with (A-106); `created_by` and `updated_by` are ids of the identity provider (A-123).
create table store (
  id text primary key,
  name text not null,
  street text not null,
  city text not null,
  zip_code text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  notification_sign text check (length(notification_sign) <= 40),
  store_no integer check (store_no >= 0),
  phone text,
  ecommerce_slug text,
  opening_hours text not null,
  store_type text not null check (store_type in ('contact', 'super', 'generalist')),
  drive boolean not null default false,
  gas_station boolean not null default false,
  address text not null generated always as (street || ', ' || zip_code || ' ' || city) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision integer not null default 1,
  created_by text,
  updated_by text,
  -- Folded once per write, so that a search folds only its term.
  name_folded text not null generated always as (folded(name)) stored,
  address_folded text not null generated always as (folded(street || ', ' || zip_code || ' ' || city)) stored,
  -- Hours by weekday, e.g. '06:00-22:00'; null: closed (TRADE-02).
  monday_hours text,
  tuesday_hours text,
  wednesday_hours text,
  thursday_hours text,
  friday_hours text,
  saturday_hours text,
  sunday_hours text,
  -- The rule for Sundays and holidays.
  sunday_rule text not null default 'tradingSundays',
  -- Exceptions by date.
  hours_exceptions jsonb not null default '[]'
);
create index store_by_name on store (name collate "pl-x-icu", id) where deleted_at is null;
create index store_by_number on store (store_no);
create index store_by_name_part on store using gin (name_folded gin_trgm_ops) where deleted_at is null;
create index store_by_address_part on store using gin (address_folded gin_trgm_ops) where deleted_at is null;

-- Number of phones that had chosen a store, on one day in Warsaw: as their main store, and for notifications (NOTIF-STATS-21).
create table store_subscription_day (
  day date not null,
  store_id text not null references store,
  main integer not null,
  notifications integer not null,
  primary key (day, store_id)
);
