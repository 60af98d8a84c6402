-- What a person leaves can end without a figure of ours changing (decision 73).

-- The main store of a device that is gone, until its openings are counted there.
alter table device add column gone_store_id text;
-- Set once nothing of them is kept by device; from then on none is taken.
alter table notification add column receipts_ended_at timestamptz, add column outcomes_ended_at timestamptz;
alter table popup add column showings_ended_at timestamptz;

-- Sums of receipts that ended. Without a key to the notification, which never ends: whoever writes here must not wait for it.
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
-- Sums of chunks that ended.
create table past_chunk (
  notification_id text primary key,
  successful integer not null,
  failed integer not null,
  failed_by jsonb not null,
  -- The push service's names of messages, the first hundred.
  message_ids text[] not null
);

-- What erasures are recorded with: see `erasure`.
create table erasing (
  the_only boolean primary key default true check (the_only),
  key bytea not null default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')),
  -- Until then a device was only seen when it told something of itself: nobody counts as unused for longer.
  seen_noted_since timestamptz not null default now()
);
insert into erasing default values;

-- Who was erased when, by a hash that the key goes into: it answers "was this one erased?", and tells nobody.
create table erasure (
  kind text not null check (kind in ('customer', 'device')),
  hash bytea not null,
  at timestamptz not null,
  primary key (kind, hash)
);

-- Not validated: what is there was written by the check before it, and looking at all of it would hold up writers.
alter table history
  drop constraint history_action_check,
  add constraint history_action_check check (
    action in ('create', 'update', 'delete', 'send', 'pause', 'resume', 'continue', 'cancel', 'import', 'export', 'erase')
  ) not valid;
