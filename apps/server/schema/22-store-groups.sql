-- A group of stores, made by staff.
create table store_group (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  revision integer not null default 1,
  created_by text,
  updated_by text
);
create index store_group_by_name on store_group (name collate "pl-x-icu", id) where deleted_at is null;

-- A store in a group.
create table store_group_member (
  group_id text not null references store_group,
  store_id text not null references store,
  primary key (group_id, store_id)
);
create index store_group_member_by_store on store_group_member (store_id);
