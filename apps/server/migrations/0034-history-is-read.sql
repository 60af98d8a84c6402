-- The history is looked into: each change says what its item was called and how many fields it touched, so that no look opens the values.
-- Both are filled by the database for whoever writes, also for the version before this one.
alter table history
  add column label text,
  add column fields smallint,
  -- When a change was written: of two people who change an item in turn, the later one may have begun first.
  alter column at set default clock_timestamp(),
  drop constraint history_action_check,
  add constraint history_action_check check (
    action in ('create', 'update', 'delete', 'send', 'pause', 'resume', 'continue', 'cancel', 'import', 'export')
  ) not valid;

-- What an item is called, also after it was deleted; null when its kind says everything.
create function history_label(kind text, item text) returns text language sql stable as $$
  select left(case kind
    when 'content' then (select case when title is null or title = name then name else title || ' (' || name || ')' end from content where id = item)
    when 'store' then (select concat_ws(' · ', store_no, name || ', ' || city) from store where id = item)
    when 'storeGroup' then (select name from store_group where id = item)
    when 'popup' then (select name from popup where id = item)
    when 'knowledge' then (select name from knowledge where id = item)
    when 'notification' then (select title from notification where id = item)
    when 'settings' then null
    else item
  end, 500)
$$;

-- What the version before this one called a change of a notification's sending.
create function history_action(kind text, action text, changes jsonb) returns text language sql immutable as $$
  select case
    when kind <> 'notification' then action
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

-- Empty still, so that nobody waits for it.
create index history_by_label on history using gin (folded(label) gin_trgm_ops);
