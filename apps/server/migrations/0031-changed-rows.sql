-- Which rows the changes were of, each with its latest one: who knows the state of a change reads what was written after it, and no more.
-- A change of a group is one of its stores.
create table changed_row (
  kind text not null,
  id text not null,
  number bigint not null,
  primary key (kind, id)
);
create index changed_row_by_number on changed_row (number);

drop trigger content_changed on content;
drop trigger content_changed on store;
drop trigger content_changed on store_group;
drop trigger content_changed on store_group_member;
drop trigger content_changed on popup;
drop trigger content_changed on settings;
drop function content_changed();

insert into changed_row (kind, id, number)
  select kind, id, number from content_change, lateral (
    select 'content' as kind, id from content union all select 'store', id from store union all select 'popup', id from popup
  ) row_of;

-- Writers hold the counter until they commit, so that numbers are committed in their order.
create function note_change(its_kind text, ids text[]) returns void language plpgsql as $$
declare
  latest bigint;
begin
  update content_change set number = number + 1 returning number into latest;
  insert into changed_row (kind, id, number) select distinct its_kind, of_row, latest from unnest(ids) of_row
    on conflict (kind, id) do update set number = excluded.number;
  -- A hint that comes with the commit; whoever misses it looks by itself.
  perform pg_notify('endcap_change', '');
end $$;

create function rows_written() returns trigger language plpgsql as $$
begin
  perform note_change(tg_table_name, array(select id from written));
  return null;
end $$;

create function group_written() returns trigger language plpgsql as $$
begin
  perform note_change('store', array(select store_id from store_group_member where group_id in (select id from written)));
  return null;
end $$;

create function member_written() returns trigger language plpgsql as $$
begin
  perform note_change('store', array(select store_id from written));
  return null;
end $$;

create function member_moved() returns trigger language plpgsql as $$
begin
  perform note_change('store', array(select store_id from written union select store_id from before));
  return null;
end $$;

-- Every row that there ever was; the table's kind is the argument.
create function all_written() returns trigger language plpgsql as $$
begin
  perform note_change(tg_argv[0], array(select id from changed_row where kind = tg_argv[0]));
  return null;
end $$;

create function settings_written() returns trigger language plpgsql as $$
begin
  perform note_change('settings', array['']);
  return null;
end $$;

create trigger written_insert after insert on content referencing new table as written for each statement execute function rows_written();
create trigger written_update after update on content referencing new table as written for each statement execute function rows_written();
create trigger written_delete after delete on content referencing old table as written for each statement execute function rows_written();
create trigger written_truncate after truncate on content for each statement execute function all_written('content');

create trigger written_insert after insert on store referencing new table as written for each statement execute function rows_written();
create trigger written_update after update on store referencing new table as written for each statement execute function rows_written();
create trigger written_delete after delete on store referencing old table as written for each statement execute function rows_written();
create trigger written_truncate after truncate on store for each statement execute function all_written('store');

create trigger written_insert after insert on popup referencing new table as written for each statement execute function rows_written();
create trigger written_update after update on popup referencing new table as written for each statement execute function rows_written();
create trigger written_delete after delete on popup referencing old table as written for each statement execute function rows_written();
create trigger written_truncate after truncate on popup for each statement execute function all_written('popup');

-- A new group has no stores yet, and one that is deleted none any more; that it was written counts all the same.
create trigger written_insert after insert on store_group referencing new table as written for each statement execute function group_written();
create trigger written_update after update on store_group referencing new table as written for each statement execute function group_written();
create trigger written_delete after delete on store_group referencing old table as written for each statement execute function group_written();
create trigger written_truncate after truncate on store_group for each statement execute function all_written('store');

create trigger written_insert after insert on store_group_member referencing new table as written for each statement execute function member_written();
create trigger written_update after update on store_group_member referencing old table as before new table as written for each statement execute function member_moved();
create trigger written_delete after delete on store_group_member referencing old table as written for each statement execute function member_written();
create trigger written_truncate after truncate on store_group_member for each statement execute function all_written('store');

create trigger written after insert or update or delete or truncate on settings for each statement execute function settings_written();
