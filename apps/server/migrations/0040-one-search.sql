-- EDIT-04: what can be opened by its name, in one table, kept by the tables themselves. `folded` begins with what a person calls the
-- thing; `words` are what it may be found by as well.
create table search_entry (
  kind text not null,
  id text not null,
  label text not null,
  detail text not null,
  folded text not null,
  -- The store whose staff may find it; null for administrators alone.
  store_id text,
  at timestamptz not null,
  primary key (kind, id)
);

create view search_source as
  select 'store' as kind, id, concat_ws(' · ', store_no, name) as label, address as detail,
    folded(concat_ws(' ', store_no, name, address)) as folded, null as store_id, updated_at as at
  from store where deleted_at is null
  union all
  select 'storeGroup', id, name, '', folded(name), null, updated_at from store_group where deleted_at is null
  union all
  select 'content', id, name, content_type, folded(concat_ws(' ', name, title)), null, updated_at from content where deleted_at is null
  union all
  select 'popup', id, name, '', folded(name), null, updated_at from popup where deleted_at is null
  union all
  select 'knowledge', id, name, left(description, 200), folded(concat_ws(' ', name, filename)), null, updated_at
  from knowledge where deleted_at is null
  union all
  select 'notification', id, title, left(content, 200), folded(concat_ws(' ', title, left(content, 200))), store_id, created_at
  from notification;

create function keep_search_entry() returns trigger language plpgsql as $$
declare
  its_id text := case tg_op when 'DELETE' then old.id else new.id end;
begin
  delete from search_entry e where e.kind = tg_argv[0] and e.id = its_id
    and not exists (select from search_source s where s.kind = tg_argv[0] and s.id = its_id);
  insert into search_entry as kept (kind, id, label, detail, folded, store_id, at)
    select kind, id, label, detail, folded, store_id, at from search_source s where s.kind = tg_argv[0] and s.id = its_id
    on conflict (kind, id) do update
      set label = excluded.label, detail = excluded.detail, folded = excluded.folded, store_id = excluded.store_id, at = excluded.at
      where (kept.label, kept.detail, kept.folded, kept.store_id, kept.at)
        is distinct from (excluded.label, excluded.detail, excluded.folded, excluded.store_id, excluded.at);
  return null;
end $$;

create function empty_search_entries() returns trigger language plpgsql as $$
begin
  delete from search_entry where kind = tg_argv[0];
  return null;
end $$;

create trigger search_row after insert or update or delete on store for each row execute function keep_search_entry('store');
create trigger search_truncate after truncate on store for each statement execute function empty_search_entries('store');
create trigger search_row after insert or update or delete on store_group for each row execute function keep_search_entry('storeGroup');
create trigger search_truncate after truncate on store_group for each statement execute function empty_search_entries('storeGroup');
create trigger search_row after insert or update or delete on content for each row execute function keep_search_entry('content');
create trigger search_truncate after truncate on content for each statement execute function empty_search_entries('content');
create trigger search_row after insert or update or delete on popup for each row execute function keep_search_entry('popup');
create trigger search_truncate after truncate on popup for each statement execute function empty_search_entries('popup');
create trigger search_row after insert or update or delete on knowledge for each row execute function keep_search_entry('knowledge');
create trigger search_truncate after truncate on knowledge for each statement execute function empty_search_entries('knowledge');
create trigger search_row after insert or update of title, content, store_id or delete on notification for each row execute function keep_search_entry('notification');
create trigger search_truncate after truncate on notification for each statement execute function empty_search_entries('notification');

insert into search_entry (kind, id, label, detail, folded, store_id, at) select kind, id, label, detail, folded, store_id, at from search_source;
create index search_entry_by_part on search_entry using gin (folded gin_trgm_ops);
create index search_entry_by_start on search_entry (kind, folded text_pattern_ops);
create index search_entry_newest on search_entry (kind, at desc);
create index search_entry_newest_of_store on search_entry (store_id, at desc) where store_id is not null;

-- A typing error leaves a word of five letters with half of its three-letter pieces.
create function search_entries_like(word text) returns setof search_entry
  language sql stable set pg_trgm.word_similarity_threshold = '0.4'
  as $$ select * from search_entry where folded %> word limit 300 $$;
