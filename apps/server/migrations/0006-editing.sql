-- A-106, A-123: the revision that If-Match is compared with, and who made and last changed a row.
alter table store
  add column revision integer not null default 1,
  add column created_by text,
  add column updated_by text,
  -- Folded once when written: a search over thousands of stores folds only the term.
  add column name_folded text not null generated always as (folded(name)) stored,
  add column address_folded text not null generated always as (folded(street || ', ' || zip_code || ' ' || city)) stored;
alter table store_group
  add column revision integer not null default 1,
  add column created_by text,
  add column updated_by text;
alter table notification add column revision integer not null default 1;

-- Rows keep the identity provider's ids; the name that a person had at the last sign-in is kept here, once.
create table staff_name (
  person text primary key,
  name text not null
);

-- A-78, A-79: lists that come from imports. An entry that the list no longer holds is marked, as items may still refer to it.
create table segment (
  name text primary key,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create table promo_threshold (
  promo_id text not null,
  id text not null,
  threshold numeric(11, 2) not null check (threshold >= 0),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (promo_id, id)
);
