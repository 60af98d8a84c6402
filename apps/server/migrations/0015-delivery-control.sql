-- What an operator or the safety brake said of a fan-out.
alter table fan_out drop constraint fan_out_state_check;
alter table fan_out
  add check (state in ('expanding', 'sending', 'stopped', 'cancelled', 'finished')),
  -- Nothing is sent while it is set; `paused_by` is null when the safety brake did it.
  add column paused_at timestamptz,
  add column paused_by text,
  add column pause_reason text check (pause_reason in ('operator', 'deadTokens')),
  add check ((paused_at is null) = (pause_reason is null)),
  -- The first 200 sends went well: more than one chunk may be under way.
  add column proven boolean not null default false,
  -- A person saw the safety brake's reason and said to go on.
  add column brake_released boolean not null default false;
update fan_out set proven = true;
drop index fan_out_unfinished;
update fan_out set finished_at = now() where state = 'finished' and finished_at is null;
create index fan_out_unfinished on fan_out (created_at) where finished_at is null;

-- Claims in a row that ended without a checkpoint: a chunk that kills its workers shows itself (F11).
alter table fan_out_chunk add column stalls integer not null default 0;

-- One row a push project: what all workers have to agree on, in database time.
create table push_project (
  project text primary key,
  -- The shared token bucket: when the next message may leave.
  next_at timestamptz not null default '-infinity',
  -- Since when it has been sending; the rate climbs from there.
  ramp_from timestamptz not null default '-infinity',
  -- When the push service last asked to slow down, and the share of the rate that was left right then.
  throttled_at timestamptz not null default '-infinity',
  throttled_to real not null default 1,
  -- The push service asked for silence until then.
  held_until timestamptz not null default '-infinity',
  -- The breaker is open since then; null while the push service answers.
  down_since timestamptz,
  probe_at timestamptz not null default '-infinity'
);
