-- A notification that staff wrote: message and audience. Its sending is a fan-out, or a plan until it starts (60-delivery.sql).
create table notification (
  id text primary key,
  title text not null,
  content text not null,
  url text,
  image text,
  is_test boolean not null,
  valid_until timestamptz not null,
  -- When it was accepted. Of a plan: its start, with which it moves; of one that was cancelled before: when that was.
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  -- The one store that was selected; null: everyone, or several targets (A-42, A-51).
  store_id text references store,
  include_store_type text not null check (include_store_type in ('', 'all', 'contact', 'super', 'generalist')),
  include_stores text[] not null default '{}',
  exclude_stores text[] not null default '{}',
  include_store_groups text[] not null default '{}',
  exclude_store_groups text[] not null default '{}',
  -- Sentences (D-05).
  errors text[] not null default '{}',
  revision integer not null default 1,
  text_folded text not null generated always as (folded(title || chr(10) || content)) stored,
  -- Since when no receipts, and no outcomes, of single devices are stored or accepted (decision 73).
  receipts_ended_at timestamptz,
  outcomes_ended_at timestamptz,
  -- The last correction, and the recall (RECALL-01, RECALL-02).
  corrected_at timestamptz,
  recalled_at timestamptz,
  -- A safety message: exempt from limits, sent first (CARE-05, decision 117).
  safety boolean not null default false,
  -- The revision that last changed title, text, link or image; null: none since the database records it (E-03).
  text_revision integer
);
create index notification_newest on notification (created_at desc, id desc);
create index notification_newest_of_store on notification (store_id, created_at desc, id desc) where store_id is not null;
create index notification_by_text on notification using gin (text_folded gin_trgm_ops);
create index notification_by_validity on notification (valid_until);
-- For the inbox of a phone: valid notifications of each of its stores, of everyone, and tests.
create index notification_by_scope_and_validity on notification (store_id, valid_until) where not is_test;
create index notification_tests_by_validity on notification (valid_until) where is_test;
create index notification_with_errors on notification (id) where errors <> '{}';
create index notification_with_receipts on notification (created_at) where receipts_ended_at is null;
create index notification_with_outcomes on notification (created_at) where outcomes_ended_at is null;

-- Number of notifications of a scope ('' is "everyone or targeted"), exact in every transaction, so that lists need not count.
create table notification_count (
  scope text primary key,
  total integer not null,
  -- Version, incremented when the total changes. Cached counts of filtered lists are valid for one version.
  changes bigint not null
) with (fillfactor = 50);

create function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    update notification_count set total = 0, changes = changes + 1;
  else
    insert into notification_count as counted (scope, total, changes)
    select coalesce(store_id, ''), case tg_op when 'DELETE' then -count(*) else count(*) end, 1 from changed group by 1 order by 1
    on conflict (scope) do update set total = counted.total + excluded.total, changes = counted.changes + 1;
  end if;
  return null;
end
$$;
create trigger count_inserted after insert on notification referencing new table as changed
  for each statement execute function count_notifications();
create trigger count_deleted after delete on notification referencing old table as changed
  for each statement execute function count_notifications();
create trigger count_truncated after truncate on notification for each statement execute function count_notifications();

-- The quota: one real notification per scope and Warsaw day. The primary key guarantees it for concurrent sends (A-37).
create table notification_quota (
  scope text not null,
  day date not null,
  notification_id text not null references notification deferrable initially deferred,
  primary key (scope, day)
);
create index notification_quota_by_notification on notification_quota (notification_id);

-- Idempotency key of a request to send, with the hash of its body and the notification that it made.
create table idempotency_key (
  actor text not null,
  key text not null,
  body_hash bytea not null,
  notification_id text not null references notification deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);

-- A request for approval by another administrator (CARE-04, decision 118). The send waits as a plan. The row stays when the
-- plan is gone.
create table send_approval (
  notification_id text primary key references notification,
  -- The author of the notification, and the person who asked: the author, or the last editor.
  author text not null,
  asked_by text not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- True: it is sent as soon as it is approved. False: it has a time of its own.
  at_once boolean not null,
  -- Phones in its audience when the approval was asked for.
  devices integer not null,
  decision text check (decision in ('approved', 'declined')),
  decided_by text,
  decided_at timestamptz,
  -- The reason given with a refusal.
  word text,
  -- True: asked for when the plan was due. `approved_devices`: the devices that an earlier approval was given for (E-02).
  at_start boolean not null default false,
  approved_devices integer,
  -- The revision of the notification that was decided on; null: undecided, or decided before the database recorded it (E-03).
  revision integer,
  -- Devices that the person reaches within 24 hours without approval, if only these were too many (E-04).
  together integer,
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  check ((decision is not distinct from 'declined') = (word is not null)),
  -- Nobody decides on their own notification.
  check (decided_by <> author and decided_by <> asked_by)
);

-- A correction that waits for another administrator, or was declined (E-03, decision 138). Deleted once it is approved,
-- withdrawn or superseded.
create table asked_correction (
  notification_id text primary key references notification,
  title text not null,
  content text not null,
  url text,
  image text,
  asked_by text not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- Phones that had the message, or were still to get it, when the approval was asked for.
  devices integer not null,
  -- The person who declined it, and the reason.
  decided_by text,
  decided_at timestamptz,
  word text,
  check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (word is null)),
  -- Nobody decides on their own correction.
  check (decided_by <> asked_by)
);

-- Used by the plans and fan-outs of 60-delivery.sql: nothing starts without its approval, no matter
-- which process writes.
create function refuse_unapproved() returns trigger language plpgsql as $$
begin
  if exists (select from send_approval a where a.notification_id = new.notification_id and a.decision is distinct from 'approved') then
    raise exception 'notification % is not approved', new.notification_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A planned notification whose message, audience or end changes has to be approved again.
create function reset_approval() returns trigger language plpgsql as $$
begin
  update send_approval a
  set asked_by = new.updated_by, asked_at = clock_timestamp(), decision = null, decided_by = null, decided_at = null
  where a.notification_id = new.id and exists (select from fan_out_plan p where p.notification_id = new.id);
  if found then
    -- A plan that waited as restored does so again, once it is approved.
    update fan_out_plan set waits_for = 'approval', incarnation = case when waits_for = 'restored' then '' else incarnation end
      where notification_id = new.id;
  end if;
  return null;
end $$;
create trigger approval_is_of_this after update of title, content, url, image, valid_until, include_store_type, include_stores,
  exclude_stores, include_store_groups, exclude_store_groups on notification
  for each row when (
    (old.title, old.content, old.url, old.image, old.valid_until, old.include_store_type, old.include_stores, old.exclude_stores,
      old.include_store_groups, old.exclude_store_groups)
    is distinct from
    (new.title, new.content, new.url, new.image, new.valid_until, new.include_store_type, new.include_stores, new.exclude_stores,
      new.include_store_groups, new.exclude_store_groups))
  execute function reset_approval();

-- Another text is another revision, also if the writer did not increment it.
create function note_text_revision() returns trigger language plpgsql as $$
begin
  if new.revision = old.revision then
    new.revision := old.revision + 1;
  end if;
  new.text_revision := new.revision;
  return new;
end $$;
create trigger text_has_a_revision before update of title, content, url, image on notification
  for each row when ((old.title, old.content, old.url, old.image) is distinct from (new.title, new.content, new.url, new.image))
  execute function note_text_revision();

-- Stores the revision that a decision was made on.
create function note_decided_revision() returns trigger language plpgsql as $$
begin
  new.revision := case when new.decision is not null then (select n.revision from notification n where n.id = new.notification_id) end;
  return new;
end $$;
create trigger decision_names_a_revision before insert or update of decision on send_approval
  for each row execute function note_decided_revision();

-- An audience that administrators saved under a name (PLAN-06, decision 119). It keeps deleted stores and groups.
create table saved_audience (
  id text primary key,
  name text not null,
  include_store_type text not null check (include_store_type in ('', 'all', 'contact', 'super', 'generalist')),
  include_stores text[] not null,
  exclude_stores text[] not null,
  include_store_groups text[] not null,
  exclude_store_groups text[] not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  deleted_at timestamptz
);
-- Names that differ only in case or diacritics are equal.
create unique index saved_audience_by_name on saved_audience (folded(name)) where deleted_at is null;
