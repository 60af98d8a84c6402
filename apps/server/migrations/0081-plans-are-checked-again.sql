-- A plan that is due is checked again before its audience is frozen (E-02, decision 126). Where a rule does not allow it any more, it waits for a person.
-- `waits_for` is 'late' then, a word that the previous version knows, and `held_by` names the rule.
alter table fan_out_plan
  add column held_by text,
  -- Who planned it, moved it or pressed "Send now" last: the person whose rights count. Empty: the person who changed the notification last.
  add column planned_by text,
  add constraint fan_out_plan_held_by_check check (held_by in ('quietHours', 'keptDay', 'quota', 'rights')) not valid;

-- An approval that is asked for when the plan is due: `approved_devices` is the number of devices that an earlier approval was given for.
alter table send_approval
  add column at_start boolean not null default false,
  add column approved_devices integer;

-- What each person may do, as their last request showed it: workers check a plan when its author is not signed in.
create table staff_rights (
  person text primary key,
  is_admin boolean not null,
  -- The person's own store; null for administrators and for staff without one.
  store_id text,
  -- When the identity provider said so: an older answer does not replace a newer one.
  as_of timestamptz not null
);
