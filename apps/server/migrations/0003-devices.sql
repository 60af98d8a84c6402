-- convert_to() is only "stable" because the target encoding is a parameter; ours is fixed.
create function sha256_of(value text) returns bytea
  language sql immutable parallel safe strict
  return sha256(convert_to(value, 'UTF8'));

create table device (
  seq bigint generated always as identity primary key,
  id text not null unique,
  install_id text not null unique,
  secret_hash bytea not null,
  platform text not null check (platform in ('android', 'ios', 'huawei')),
  app_version text not null,
  locale text,
  user_id text,
  segments text[] not null default '{}',
  push_kind text check (push_kind in ('token', 'fid')),
  -- Null: push is off, withdrawn, or reported dead by the push service.
  push_value text,
  push_hash bytea generated always as (sha256_of(push_kind || ':' || push_value)) stored,
  main_store_id text references store,
  is_tester boolean not null default false,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  check ((push_kind is null) = (push_value is null))
);
-- One address belongs to one installation; registering it elsewhere moves it.
create unique index device_by_push on device (push_hash) where push_hash is not null;
create unique index device_by_secret on device (secret_hash);
create index device_by_main_store on device (main_store_id) where main_store_id is not null;
create index device_reachable on device (seq) where push_value is not null;
create index device_testers on device (seq) where is_tester;

create table device_subscription (
  store_id text not null references store,
  device_seq bigint not null references device on delete cascade,
  primary key (store_id, device_seq)
);
create index device_subscription_by_device on device_subscription (device_seq);
