-- What is sent of a notification after it: its correction, or that it is taken back (RECALL-01, RECALL-02, decision 109).
alter table notification
  add column corrected_at timestamptz,
  add column recalled_at timestamptz;

-- A fan-out's key is its own: that of a send is its notification's, of anything else one of the same month. The column keeps its name, by which
-- the version before reads it; that one finds no notification of what follows a send, and leaves it alone.
alter table fan_out
  drop constraint fan_out_notification_id_fkey,
  add column kind text not null default 'send',
  -- Whose fan-out it is; empty for sends of the version before.
  add column of_notification text,
  -- Which phones it is for, where platforms do different things; empty: all of them.
  add column platform text,
  -- Until when it is of use, where that is not until the end of its notification's validity.
  add column valid_until timestamptz,
  drop constraint if exists fan_out_state_check,
  -- `gathering`: whom the send reached is being copied. It is marked as finished meanwhile, since the version before takes up whatever is not.
  add constraint fan_out_state_check
    check (state in ('planned', 'gathering', 'expanding', 'sending', 'stopped', 'cancelled', 'finished')) not valid,
  add constraint fan_out_kind_check check (kind in ('send', 'correct', 'recall')) not valid,
  add constraint fan_out_platform_check check (platform in ('android', 'ios')) not valid,
  add constraint fan_out_of_notification_fkey foreign key (of_notification) references notification not valid;
