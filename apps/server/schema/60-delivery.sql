-- A fan-out: the delivery of a notification, of a correction or of a recall. The audience is frozen here when the notification is
-- accepted.
create table fan_out (
  -- Id of the fan-out. For a send it is the id of the notification; other kinds have an id of the same month, and name the
  -- notification in `of_notification` (decision 109).
  notification_id text primary key,
  -- `gathering`: copies the phones that the send reached; `finished_at` is set meanwhile, so that no worker sends. `planned`: no longer
  -- written.
  state text not null default 'expanding'
    check (state in ('planned', 'gathering', 'expanding', 'sending', 'stopped', 'cancelled', 'finished')),
  everyone boolean not null,
  testers_only boolean not null,
  -- Devices whose main or subscribed store is one of these.
  store_ids text[] not null,
  -- Devices that are subscribed to exactly this store (A-41).
  subscribed_store_id text,
  -- While expanding: the highest device number examined. While gathering: the next chunk of the send to copy. Moves in the
  -- transaction that writes the chunks.
  cursor bigint not null default 0,
  chunks integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Nothing is sent while it is set. `paused_by` is null if no person paused it.
  paused_at timestamptz,
  paused_by text,
  pause_reason text,
  -- The sample went well: more than one chunk may be sent at a time.
  proven boolean not null default false,
  -- A person saw the safety brake's reason and continued the send.
  brake_released boolean not null default false,
  -- The incarnation of the database that accepted it. In a restored copy, which lacks the latest outcomes, a worker pauses it
  -- and stores that one. The default is set below.
  incarnation text not null,
  -- The push service's message of the first refusal.
  refusal text,
  kind text not null default 'send' check (kind in ('send', 'correct', 'recall')),
  of_notification text constraint fan_out_of_notification_fkey references notification,
  -- Restricts a correction or recall to the phones of one platform; null: all phones.
  platform text check (platform in ('android', 'ios')),
  -- End of its use; null: the end of the notification's validity.
  valid_until timestamptz,
  -- Maximum pushes that a phone may get within seven days, as it was on acceptance; null: no limit (CARE-02).
  weekly_limit smallint,
  -- Number of phones left out: of a send those at the weekly limit, of others those that may or may not have the message.
  left_out integer not null default 0,
  -- When the push service accepted it for the first phone; null: for none yet, or not recorded.
  first_accepted_at timestamptz,
  -- The person who sent it, or whose plan it was; null: the author of the notification (E-04).
  started_by text,
  check ((paused_at is null) = (pause_reason is null))
);
alter table fan_out add constraint fan_out_pause_reason_check
  check (pause_reason in ('operator', 'deadTokens', 'restored', 'quietHours')) not valid;
create index fan_out_unfinished on fan_out (created_at) where finished_at is null;
create index fan_out_ended on fan_out (notification_id) where state in ('stopped', 'cancelled');
create index fan_out_following on fan_out (of_notification, created_at) where kind <> 'send';
create index fan_out_gathering on fan_out (created_at) where state = 'gathering';
-- A worker that counts the pushes of a week continues after the last counted one (decision 111).
create index fan_out_by_creation on fan_out (created_at);
create index fan_out_unaccepted on fan_out (notification_id) where kind = 'send' and finished_at is not null and first_accepted_at is null;

-- Identifies one life of a database: server, timeline, database and table. It differs in a restored copy and after a failover (F53).
create function incarnation() returns text language sql stable as $$
  select concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (select oid from pg_database where datname = current_database()), 'fan_out'::regclass::oid)
$$;
alter table fan_out alter column incarnation set default incarnation();

-- True if the second incarnation follows from the first by a failover or the end of a recovery: the same server, database and
-- table on a later timeline.
create function has_become(before text, after text) returns boolean language sql immutable as $$
  select split_part(before, '/', 2) collate "C" < split_part(after, '/', 2)
    and (split_part(before, '/', 1), split_part(before, '/', 3), split_part(before, '/', 4))
      = (split_part(after, '/', 1), split_part(after, '/', 3), split_part(after, '/', 4))
$$;

-- A notification that starts later (PLAN-01, decision 107). The row is deleted once its fan-out is made, or will not be.
create table fan_out_plan (
  notification_id text primary key references notification,
  starts_at timestamptz not null,
  -- Set: it does not start by itself, a person decides; workers only end it when its validity is over. 'late' also stands for a plan
  -- that the rule in `held_by` blocks, as earlier versions stored it.
  waits_for text,
  -- The incarnation that it was planned in. A copy cannot tell if it was started elsewhere (F53).
  incarnation text not null default incarnation(),
  -- True: a `late` plan that would start in quiet hours, as versions before `held_by` stored it (CARE-03, decision 116).
  is_quiet boolean not null default false,
  -- The rule that did not allow a due plan to start; `waits_for` is 'late' then (E-02, decision 126).
  held_by text,
  -- The person whose rights count: the last one who planned it, moved it or pressed "Send now". Null: the last editor of the
  -- notification.
  planned_by text
);
alter table fan_out_plan
  add constraint fan_out_plan_waits_for_check check (waits_for in ('late', 'restored', 'approval')) not valid,
  add constraint fan_out_plan_held_by_check check (held_by in ('quietHours', 'keptDay', 'quota', 'rights')) not valid;
create index fan_out_plan_by_start on fan_out_plan (starts_at);
-- Workers look up often when the next plan that waits for a person ends. There are few.
create index fan_out_plan_waiting on fan_out_plan (notification_id) where waits_for is not null;

-- Nothing starts without its approval (CARE-04).
create trigger plan_is_approved before insert or update on fan_out_plan
  for each row when (new.waits_for is distinct from 'approval') execute function refuse_unapproved();
create trigger send_is_approved before insert on fan_out
  for each row when (new.kind = 'send' and new.state = 'expanding') execute function refuse_unapproved();

-- A chunk: up to 500 devices of a fan-out in one row, with an outcome byte each, instead of a row or a job per device.
-- Partitioned by the month that the fan-out's id begins with (62-months.sql).
create table fan_out_chunk (
  notification_id text not null references fan_out,
  no integer not null,
  -- The lowest and the highest device number; 0 if all were erased.
  first_device bigint not null,
  last_device bigint not null,
  -- Ascending. The place of an erased device holds 0 (decision 142).
  devices integer[] not null,
  outcomes bytea not null,
  pending integer not null,
  successful integer not null default 0,
  failed integer not null default 0,
  failed_by jsonb not null default '{}',
  -- The push service's name of the first accepted message of the chunk.
  message_id text,
  retry_at timestamptz not null default now(),
  lease_owner text,
  -- Incremented by each claim, so that a worker that lost its lease cannot write (fencing).
  lease_epoch integer not null default 0,
  lease_until timestamptz,
  -- Claims in a row that ended without a checkpoint. Identifies a chunk that kills its workers (F11).
  stalls integer not null default 0,
  -- `due`: some phones of the chunk are still to be sent to as part of the sample; `done`: they were.
  sample text check (sample in ('due', 'done')),
  -- The number of these phones. It depends on the size of the chunk, so that each phone of the audience has the same weight.
  sample_places integer not null default 1,
  -- Flags of each device, one byte each: it may have the message although no outcome is known (1); it accepted a text that was
  -- corrected afterwards (2). Null: no device has one (E-07, E-08).
  marks bytea,
  -- The text that devices without the second flag got: the instant of the correction in microseconds since 1970. Null: the first.
  text_version bigint,
  -- Failed devices that may have the message, by the reason that they are counted under.
  unknown_by jsonb,
  primary key (notification_id, no),
  check (pending + successful + failed = cardinality(devices)),
  check (length(outcomes) = cardinality(devices))
) partition by range (notification_id);
-- Inboxes search the device numbers of many chunks. The numbers are stored uncompressed, because decompressing costs more than the
-- search; all else is kept in the row, which PostgreSQL would move out above 2 kB (decision 48).
alter table fan_out_chunk
  alter column devices set storage plain,
  alter column notification_id set storage main,
  alter column outcomes set storage main,
  alter column failed_by set storage main,
  alter column message_id set storage main,
  alter column lease_owner set storage main,
  alter column sample set storage main,
  alter column marks set storage main,
  alter column unknown_by set storage main;
-- Chunks of fan-outs from before the partitioning. Their ids begin with 1 or more; later ones begin with 0.
create table fan_out_chunk_before partition of fan_out_chunk (
  constraint fan_out_chunk_is_before check (notification_id >= '1')
) for values from ('1') to (maxvalue) with (fillfactor = 60);
-- Empty, unless a row of a month without a partition is written. make_month() copies its storage parameters.
create table fan_out_chunk_default partition of fan_out_chunk default with (fillfactor = 60);
-- The next two indexes become parts of those of the whole table.
create index fan_out_chunk_before_open on fan_out_chunk_before (notification_id, retry_at) where pending > 0;
create index fan_out_chunk_before_by_device on fan_out_chunk_before (notification_id, first_device);
create index fan_out_chunk_open on fan_out_chunk (notification_id, retry_at) where pending > 0;
create index fan_out_chunk_by_device on fan_out_chunk (notification_id, first_device);

-- Sums of the chunks of a fan-out that were deleted (decision 73).
create table past_chunk (
  notification_id text primary key,
  successful integer not null,
  failed integer not null,
  failed_by jsonb not null,
  -- The push service's names of messages, the first hundred.
  message_ids text[] not null,
  unknown_by jsonb
);

-- A push project, the account at the push service: the state that all workers share, in database time.
create table push_project (
  project text primary key,
  -- Token bucket: when the next message may be sent.
  next_at timestamptz not null default '-infinity',
  -- Start of the current period of sending. The rate climbs from there.
  ramp_from timestamptz not null default '-infinity',
  -- When the push service last asked to slow down, and the share of the rate that was left then.
  throttled_at timestamptz not null default '-infinity',
  throttled_to real not null default 1,
  -- The push service asked for a pause until then.
  held_until timestamptz not null default '-infinity',
  -- Since when the circuit breaker is open; null: closed.
  down_since timestamptz,
  probe_at timestamptz not null default '-infinity'
);

-- The last heartbeat of a worker, written once a second while something is open. The worker remembers it: a server that lacks
-- it is an older copy; a server that has it has all writes acknowledged before it (OPS-08, F53).
create table worker_beat (
  worker text primary key,
  number bigint not null,
  incarnation text not null,
  -- True: PostgreSQL acknowledges a commit only once a standby has it.
  confirmed boolean not null,
  at timestamptz not null default clock_timestamp()
);
