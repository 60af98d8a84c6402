-- Notifications that start later (PLAN-01, decision 107). A row of its own until it starts: what looks for open fan-outs, also of the version before,
-- finds none, and nobody has got anything. When it starts, or ends before that, the row makes room for a fan-out.
create table fan_out_plan (
  notification_id text primary key references notification,
  starts_at timestamptz not null,
  -- It does not start by itself any more: a person decides.
  waits_for text check (waits_for in ('late', 'restored')),
  -- Where it was planned: a copy does not know whether it has started elsewhere (F53).
  incarnation text not null default incarnation()
);
create index fan_out_plan_by_start on fan_out_plan (starts_at);

-- As before, but that a notification which is made to start later keeps the word: it is planned, not sent.
create or replace function history_action(kind text, action text, changes jsonb) returns text language sql immutable as $$
  select case
    when kind <> 'notification' then action
    when action = 'create' and changes ? 'startsAt' then action
    when action = 'create' then 'send'
    when action = 'update' then coalesce(
      case changes -> 'sending' ->> 1 when 'paused' then 'pause' when 'sending' then 'resume' when 'continued' then 'continue' when 'cancelled' then 'cancel' end,
      action)
    else action
  end
$$;
