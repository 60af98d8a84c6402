-- EDIT-04, EDIT-05: the words that names are made of. A typing error is looked up among them, and not among all names (decision 0072). None is
-- taken away: one that no name has any more finds nothing, and nobody waits for anybody over a word. Names from before are added by 0048;
-- `search_entries_like` stays for processes that were started before.
create table search_word (kind text not null, word text collate "C" not null);
create index search_word_by_beginning on search_word (kind, word);
-- Every letter and digit that a word has.
create table search_letter (letter text collate "C" not null);

-- Two transactions may note the same word, and each of them its own: no harm, and no lock. A session keeps the plan that it made when there
-- were few words; so each word is asked by itself, and of the index.
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

-- As it was, but for the way it asks what is deleted: indexes of undeleted rows by their names answered for an id by being read from end to
-- end, as a session that began with few rows went on doing for thousands.
create or replace view search_source as
  select 'store' as kind, id, concat_ws(' · ', store_no, name) as label, address as detail,
    folded(concat_ws(' ', store_no, name, address)) as folded, null as store_id, updated_at as at
  from store where (deleted_at is null) is true
  union all
  select 'storeGroup', id, name, '', folded(name), null, updated_at from store_group where (deleted_at is null) is true
  union all
  select 'content', id, name, content_type, folded(concat_ws(' ', name, title)), null, updated_at from content where (deleted_at is null) is true
  union all
  select 'popup', id, name, '', folded(name), null, updated_at from popup where (deleted_at is null) is true
  union all
  select 'knowledge', id, name, left(description, 200), folded(concat_ws(' ', name, filename)), null, updated_at
  from knowledge where (deleted_at is null) is true
  union all
  select 'notification', id, title, left(content, 200), folded(concat_ws(' ', title, left(content, 200))), store_id, created_at
  from notification;
