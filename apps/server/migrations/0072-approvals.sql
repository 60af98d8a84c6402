-- A second pair of eyes (CARE-04, decision 118): what another administrator is asked for before a notification is sent. It waits as a plan does,
-- with such a row beside it, which stays when the plan is gone.
create table send_approval (
  notification_id text primary key references notification,
  -- Who wrote it, and who asked: the same, or who changed it last.
  author text not null,
  asked_by text not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- It is sent as soon as it is approved, not at a time of its own.
  at_once boolean not null,
  -- Phones that it would have reached when it was asked for.
  devices integer not null,
  decision text check (decision in ('approved', 'declined')),
  decided_by text,
  decided_at timestamptz,
  word text,
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  check ((decision is not distinct from 'declined') = (word is not null)),
  -- Nobody decides on what is their own.
  check (decided_by <> author and decided_by <> asked_by)
);

-- Workers, also those of the version before, pass over what waits for anything.
alter table fan_out_plan
  drop constraint fan_out_plan_waits_for_check,
  add constraint fan_out_plan_waits_for_check check (waits_for in ('late', 'restored', 'approval')) not valid;

-- Whatever writes, and whatever is killed in between: nothing starts that is not approved, and nobody lets it.
create function refuse_unapproved() returns trigger language plpgsql as $$
begin
  if exists (select from send_approval a where a.notification_id = new.notification_id and a.decision is distinct from 'approved') then
    raise exception 'notification % is not approved', new.notification_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger plan_is_approved before insert or update on fan_out_plan
  for each row when (new.waits_for is distinct from 'approval') execute function refuse_unapproved();
create trigger send_is_approved before insert on fan_out
  for each row when (new.kind = 'send' and new.state = 'expanding') execute function refuse_unapproved();

-- Approved is what was read: a message, an audience or an end that is changed before it starts is to be approved anew.
create function reset_approval() returns trigger language plpgsql as $$
begin
  update send_approval a
  set asked_by = new.updated_by, asked_at = clock_timestamp(), decision = null, decided_by = null, decided_at = null
  where a.notification_id = new.id and exists (select from fan_out_plan p where p.notification_id = new.id);
  if found then
    -- What waited as restored does so again, once it is approved.
    update fan_out_plan set waits_for = 'approval', incarnation = case when waits_for = 'restored' then '' else incarnation end
      where notification_id = new.id;
  end if;
  return null;
end $$;
create trigger approval_is_of_this after update of title, content, url, image, valid_until, include_store_type, include_stores, exclude_stores,
  include_store_groups, exclude_store_groups on notification
  for each row when (
    (old.title, old.content, old.url, old.image, old.valid_until, old.include_store_type, old.include_stores, old.exclude_stores,
      old.include_store_groups, old.exclude_store_groups)
    is distinct from
    (new.title, new.content, new.url, new.image, new.valid_until, new.include_store_type, new.include_stores, new.exclude_stores,
      new.include_store_groups, new.exclude_store_groups))
  execute function reset_approval();

-- Not validated, as before: what is there was written by the check before it.
alter table history
  drop constraint history_action_check,
  add constraint history_action_check check (
    action in ('create', 'update', 'delete', 'send', 'pause', 'resume', 'continue', 'cancel', 'import', 'export', 'erase', 'ask', 'approve', 'decline')
  ) not valid;
