-- The audience is frozen here when the notification is accepted.
create table fan_out (
  notification_id text primary key references notification,
  state text not null default 'expanding' check (state in ('expanding', 'sending', 'stopped', 'finished')),
  everyone boolean not null,
  testers_only boolean not null,
  -- Devices whose main or subscribed store is one of these.
  store_ids text[] not null,
  -- Devices subscribed to exactly this store (A-41).
  subscribed_store_id text,
  -- Where the paging through devices stands; moves in the transaction that writes the chunks.
  cursor bigint not null default 0,
  chunks integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index fan_out_unfinished on fan_out (created_at) where state <> 'finished';

-- 500 devices a row, one outcome byte a device: not one row or one job a device.
create table fan_out_chunk (
  notification_id text not null references fan_out,
  no integer not null,
  first_device bigint not null,
  last_device bigint not null,
  devices bigint[] not null,
  outcomes bytea not null,
  pending integer not null,
  successful integer not null default 0,
  failed integer not null default 0,
  failed_by jsonb not null default '{}',
  -- The push service's name of the first accepted message of the chunk.
  message_id text,
  retry_at timestamptz not null default now(),
  lease_owner text,
  -- Grows with each claim, so that a worker that lost its lease cannot write (fencing).
  lease_epoch integer not null default 0,
  lease_until timestamptz,
  primary key (notification_id, no),
  check (pending + successful + failed = cardinality(devices)),
  check (length(outcomes) = cardinality(devices))
) with (fillfactor = 60);
create index fan_out_chunk_open on fan_out_chunk (notification_id, retry_at) where pending > 0;
create index fan_out_chunk_by_device on fan_out_chunk (notification_id, first_device);

create table notification_receipt (
  notification_id text not null references notification,
  device_seq bigint not null references device on delete cascade,
  delivered_at timestamptz,
  opened_at timestamptz,
  primary key (notification_id, device_seq)
);
create index notification_receipt_by_device on notification_receipt (device_seq);
create index notification_receipt_opened on notification_receipt (notification_id) where opened_at is not null;
