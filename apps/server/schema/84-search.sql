-- An item that can be found and opened by its name (EDIT-04). Maintained by triggers on the items' tables.
create table search_entry (
  kind text not null,
  id text not null,
  label text not null,
  detail text not null,
  -- Begins with the name that people use for the item; the other words can be searched as well.
  folded text not null,
  -- The store whose staff may find it; null: administrators only.
  store_id text,
  at timestamptz not null,
  primary key (kind, id)
);
create index search_entry_by_part on search_entry using gin (folded gin_trgm_ops);
create index search_entry_by_start on search_entry (kind, folded text_pattern_ops);
create index search_entry_newest on search_entry (kind, at desc);
create index search_entry_newest_of_store on search_entry (store_id, at desc) where store_id is not null;

-- The rows that `search_entry` should hold. "(deleted_at is null) is true" keeps the planner from scanning the partial indexes by name
-- for one id, as cached plans from the time of few rows did.
create view search_source as
  select 'store' as kind, id, concat_ws(' · ', store_no, name) as label, address as detail,
    folded(concat_ws(' ', store_no, name, address)) as folded, null as store_id, updated_at as at
  from store where (deleted_at is null) is true
  union all
  select 'storeGroup', id, name, '', folded(name), null, updated_at from store_group where (deleted_at is null) is true
  union all
  select 'content', id, name, content_type, folded(concat_ws(' ', name, title)), null, updated_at
  from content where (deleted_at is null) is true
  union all
  select 'popup', id, name, '', folded(name), null, updated_at from popup where (deleted_at is null) is true
  union all
  select 'knowledge', id, name, left(description, 200), folded(concat_ws(' ', name, filename)), null, updated_at
  from knowledge where (deleted_at is null) is true
  union all
  select 'notification', id, title, left(content, 200), folded(concat_ws(' ', title, left(content, 200))), store_id, created_at
  from notification;

-- Updates the entry of a written row. The argument of the trigger is the kind.
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
create trigger search_row after insert or update of title, content, store_id or delete on notification
  for each row execute function keep_search_entry('notification');
create trigger search_truncate after truncate on notification for each statement execute function empty_search_entries('notification');

-- A word of a name. A misspelt word is compared with these instead of all names (decision 72). Words are never deleted: one that
-- no name has any more finds nothing, and no writer waits for another over a word. Equal rows may occur.
create table search_word (kind text not null, word text collate "C" not null);
create index search_word_by_beginning on search_word (kind, word);

-- A letter or digit of some word.
create table search_letter (letter text collate "C" not null);
-- keep_search_words() runs without sequential scans, so this table needs an index: before version 18 PostgreSQL adds ten billion
-- to the cost of a scan that it cannot avoid, and JIT would then compile the statement each time.
create index search_letter_by_letter on search_letter (letter);

-- Adds the new words of an entry. Concurrent transactions may each add the same word, which is harmless and needs no lock. A session
-- keeps the plan that it made when there were few words, so each word is looked up in the index by itself.
create function keep_search_words() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into search_word (kind, word)
    select distinct new.kind, one from regexp_split_to_table(new.folded, '[^[:alnum:]]+') one
    where length(one) >= 3 and (select true from search_word known where known.kind = new.kind and known.word = one limit 1) is null;
  if found then
    insert into search_letter (letter)
      select distinct one from regexp_split_to_table(regexp_replace(new.folded, '[^[:alnum:]]+', '', 'g'), '') one
      where one <> '' and not exists (select from search_letter known where known.letter = one);
  end if;
  return null;
end $$;
create trigger words_inserted after insert on search_entry for each row execute function keep_search_words();
create trigger words_updated after update of folded on search_entry for each row when (old.folded is distinct from new.folded)
  execute function keep_search_words();

-- Returns entries with a word that is similar to the given one. A misspelt word of five letters keeps half of its trigrams.
create function search_entries_like(word text) returns setof search_entry
  language sql stable set pg_trgm.word_similarity_threshold = '0.4'
  as $$ select * from search_entry where folded %> word limit 300 $$;
