create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Search ignores case and diacritics (A-22). unaccent() is only "stable" because its dictionary could be
-- replaced; ours never is, and an index needs an immutable expression.
create function folded(value text) returns text
  language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, value));

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
  deleted_at timestamptz
);
create index store_by_name on store (name collate "pl-x-icu", id) where deleted_at is null;
create index store_by_number on store (store_no);

create table store_group (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index store_group_by_name on store_group (name collate "pl-x-icu", id) where deleted_at is null;

create table store_group_member (
  group_id text not null references store_group,
  store_id text not null references store,
  primary key (group_id, store_id)
);
create index store_group_member_by_store on store_group_member (store_id);
