-- A device: one installation of the app, identified by its own secret. `seq` is its number in chunks and stays below 2^31. A
-- device that is gone has an `install_id` that begins with 'gone '.
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
  -- The last use, to within a week.
  seen_at timestamptz not null default now(),
  -- The main store of a device that is gone, until its openings are counted there.
  gone_store_id text,
  -- The name that administrators gave a test phone (PLAN-07).
  tester_name text,
  -- True: stores that the phone lost stay lost. Its owner has sent a list since, or the upkeep gave the stores back (E-01,
  -- decision 127).
  subscriptions_settled boolean not null default false,
  check ((push_kind is null) = (push_value is null))
);
-- A push address belongs to one installation. Registering it elsewhere moves it.
create unique index device_by_push on device (push_hash) where push_hash is not null;
create unique index device_by_secret on device (secret_hash);
create index device_by_main_store on device (main_store_id) where main_store_id is not null;
-- Estimates over a million phones read only this index.
create index device_reachable on device (seq) include (main_store_id) where push_value is not null;
create index device_testers on device (seq) where is_tester;
create index device_by_user on device (user_id) where user_id is not null;
create index device_gone on device (seq) where install_id like 'gone %';
create index device_by_seen on device (seen_at) where install_id not like 'gone %';

-- A store that a device subscribed to.
create table device_subscription (
  store_id text not null references store,
  device_seq bigint not null references device on delete cascade,
  -- False: the store is also the device's main store, as for most rows. Such a subscription adds nobody to an audience that
  -- counts main stores, so estimates skip it. True is always correct, only slower.
  elsewhere boolean not null default true,
  primary key (store_id, device_seq)
);
create index device_subscription_by_device on device_subscription (device_seq);
create index device_subscription_elsewhere on device_subscription (store_id, device_seq) where elsewhere;

create function note_elsewhere() returns trigger language plpgsql as $$
begin
  -- Locked, so that the main store stays what it is until this row can be seen.
  select main_store_id is distinct from new.store_id into new.elsewhere from device where seq = new.device_seq for share;
  new.elsewhere := coalesce(new.elsewhere, true);
  return new;
end
$$;
create trigger note_elsewhere before insert on device_subscription for each row execute function note_elsewhere();

create function note_main_store() returns trigger language plpgsql as $$
begin
  update device_subscription set elsewhere = store_id is distinct from new.main_store_id
  where device_seq = new.seq and elsewhere is distinct from (store_id is distinct from new.main_store_id);
  return null;
end
$$;
create trigger note_main_store after update of main_store_id on device for each row
  when (old.main_store_id is distinct from new.main_store_id) execute function note_main_store();

-- A store that a device once subscribed to. Together with its current subscriptions it tells which sends of single stores the
-- device can have got, so that its inbox does not examine every valid notification (decision 31).
create table device_former_subscription (
  device_seq bigint not null references device on delete cascade,
  store_id text not null references store,
  primary key (device_seq, store_id)
);

create function keep_former_subscription() returns trigger language plpgsql as $$
begin
  -- Of a device that is itself being deleted nothing is kept.
  insert into device_former_subscription (device_seq, store_id)
  select gone.device_seq, gone.store_id from gone join device on device.seq = gone.device_seq
  order by 1, 2 on conflict do nothing;
  return null;
end
$$;
create trigger keep_former_subscription after delete on device_subscription referencing old table as gone
  for each statement execute function keep_former_subscription();

-- A code that makes a phone a test phone (PLAN-07): shown once, stored as a hash, used up by the first phone. Each
-- administrator has at most one.
create table tester_invite (
  made_by text primary key,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);

-- A phone's report that it got a notification, and that the person opened it. Partitioned by the month that the notification's
-- id begins with (62-months.sql).
create table notification_receipt (
  notification_id text not null references notification,
  device_seq bigint not null references device on delete cascade,
  delivered_at timestamptz,
  opened_at timestamptz,
  primary key (notification_id, device_seq)
) partition by range (notification_id);
-- Receipts of notifications from before the partitioning. Their ids begin with 1 or more; later ones begin with 0.
create table notification_receipt_before partition of notification_receipt (
  constraint notification_receipt_is_before check (notification_id >= '1')
) for values from ('1') to (maxvalue);
-- Empty, unless a row of a month without a partition is written.
create table notification_receipt_default partition of notification_receipt default;
-- The next two indexes become parts of those of the whole table.
create index notification_receipt_before_by_device on notification_receipt_before (device_seq);
create index notification_receipt_before_opened on notification_receipt_before (notification_id) where opened_at is not null;
create index notification_receipt_by_device on notification_receipt (device_seq);
create index notification_receipt_opened on notification_receipt (notification_id) where opened_at is not null;

-- Sums of receipts that were deleted. Without a reference to the notification, which is never deleted, so that a writer waits
-- for no lock on it (decision 73).
create table past_receipt (
  notification_id text primary key,
  delivered integer not null,
  opened integer not null
);
create table past_opening_hour (
  notification_id text not null,
  hour timestamptz not null,
  opened integer not null,
  primary key (notification_id, hour)
);
create table past_opening_store (
  notification_id text not null,
  -- '' is "no main store".
  store_id text not null,
  opened integer not null,
  primary key (notification_id, store_id)
);
