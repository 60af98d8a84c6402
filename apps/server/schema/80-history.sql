-- The instant of a transaction's first change, which is written once everything is locked. All changes of a transaction have the
-- same one, so that no state of the past contains a part of it.
create function history_instant() returns timestamptz language plpgsql as $$
declare
  -- Gone with the transaction, or with the savepoint that it was set in.
  known timestamptz := nullif(current_setting('endcap.history_instant', true), '');
begin
  if known is null then
    known := clock_timestamp();
    perform set_config('endcap.history_instant', known::text, true);
  end if;
  return known;
end $$;

-- A change of an item: by whom, when, and each field's value before and after (A-123). Rows are written in the transaction of the
-- change, and never updated or deleted.
create table history (
  seq bigint generated always as identity primary key,
  at timestamptz not null default history_instant(),
  actor text not null,
  entity text not null,
  entity_id text not null,
  action text not null,
  changes jsonb not null,
  -- The name of the item, and the number of changed fields, filled by a trigger: lists do not read the values.
  label text,
  fields smallint
);
alter table history add constraint history_action_check check (
  action in ('create', 'update', 'delete', 'send', 'pause', 'resume', 'continue', 'cancel', 'import', 'export', 'erase', 'ask', 'approve',
    'decline')
) not valid;
-- Each combination of filters has an index, so that no page reads further than its rows (decision 57).
create index history_by_time on history (at, seq);
create index history_by_item on history (entity, entity_id, at, seq);
create index history_by_kind on history (entity, action, at, seq);
create index history_by_person on history (actor, entity, action, at, seq);
create index history_by_person_at on history (actor, at, seq);
-- For a search of a common text in a kind with few changes: the newest ones of the kind are read until a page is full.
create index history_of_kind on history (entity, at, seq);
create index history_by_label on history using gin (folded(label) gin_trgm_ops);
-- By the names of changed fields.
create index history_by_field on history using gin (jsonb_path_query_array(changes, '$.keyvalue().key'));
-- Changes by people, among many changes by imports.
create index history_by_hand on history (entity, action, at, seq) where actor not in ('import-api', 'import-command') or entity = 'import';

create function history_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'history is append-only';
end $$;
create trigger history_is_append_only before update or delete or truncate on history
  for each statement execute function history_is_append_only();

-- The name of an item, which the history shows also after the item was deleted; null if its kind says everything.
create function history_label(kind text, item text) returns text language sql stable as $$
  select left(case kind
    when 'content' then (select case when title is null or title = name then name else title || ' (' || name || ')' end from content where id = item)
    when 'store' then (select concat_ws(' · ', store_no, name || ', ' || city) from store where id = item)
    when 'storeGroup' then (select name from store_group where id = item)
    when 'popup' then (select name from popup where id = item)
    when 'knowledge' then (select name from knowledge where id = item)
    when 'notification' then (select title from notification where id = item)
    when 'audience' then (select name from saved_audience where id = item)
    when 'keptDay' then (select concat_ws(' · ', to_char(day, 'YYYY-MM-DD'), reason) from kept_day where id = item)
    when 'settings' then null
    else item
  end, 500)
$$;

-- The action of a change of a notification's sending, which is written as "create" or "update". A plan stays "create": it is
-- planned, not sent.
create function history_action(kind text, action text, changes jsonb) returns text language sql immutable as $$
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

create function complete_history() returns trigger language plpgsql as $$
begin
  new.action := history_action(new.entity, new.action, new.changes);
  new.label := history_label(new.entity, new.entity_id);
  new.fields := (select count(*) from jsonb_object_keys(new.changes));
  return new;
end $$;
create trigger complete_history before insert on history for each row execute function complete_history();

-- A seal: the hash over some changes and the seal before. It reveals changes of the history that bypassed PostgreSQL (HIST-11,
-- decision 91).
create table history_seal (
  no bigint primary key,
  -- The numbers of the changes that it covers. A number that was drawn and never written is in none.
  covers int8multirange not null,
  -- 16 bytes for each change, in the order of the numbers.
  fingerprints bytea not null,
  at timestamptz not null,
  -- Over all other columns and the hash of the seal before.
  hash bytea not null,
  -- This seal and those before it cover every change up to this number: no transaction that may have drawn a lower one was open.
  -- A lower number that appears later was inserted behind PostgreSQL's back. Null: a transaction was open, or an earlier version
  -- sealed.
  settled bigint
);

create function history_fingerprint(change history) returns bytea language sql stable as $$
  select substr(sha256(convert_to(jsonb_build_array(change.seq, extract(epoch from change.at), change.actor, change.entity, change.entity_id,
    change.action, change.changes, change.label, change.fields)::text, 'UTF8')), 1, 16)
$$;

-- The hash of a seal. `settled` is part of it only if it is set, so that seals without it keep their hash.
create function history_seal_hash(previous bytea, no bigint, covers int8multirange, fingerprints bytea, at timestamptz, settled bigint)
  returns bytea language sql immutable as $$
  select sha256(previous || convert_to((jsonb_build_array(no, covers::text, extract(epoch from at))
    || case when settled is null then '[]'::jsonb else jsonb_build_array(settled) end)::text, 'UTF8') || fingerprints)
$$;

-- The same for callers that do not pass `settled`: read from the stored seal.
create function history_seal_hash(previous bytea, no bigint, covers int8multirange, fingerprints bytea, at timestamptz)
  returns bytea language sql stable as $$
  select history_seal_hash(previous, no, covers, fingerprints, at, (select seal.settled from history_seal seal where seal.no = $2))
$$;

create function history_seal_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'seals are append-only';
end $$;
create trigger history_seal_is_append_only before update or delete or truncate on history_seal
  for each statement execute function history_seal_is_append_only();
