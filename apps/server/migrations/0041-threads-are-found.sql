-- What threads are found by beside their own columns, a row for each message, so that nothing that is written already is touched or locked;
-- 0042 adds the messages from before (decision 0061).
create function words_of(value text) returns tsvector language sql immutable parallel safe
  -- Without marks, which would make one word of two, or an address of them.
  return to_tsvector('simple', regexp_replace(folded(left(value, 100000)), '[!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f]+', ' ', 'g'));

create table thread_message_found (
  message bigint primary key references thread_message on delete cascade,
  thread text not null references thread on delete cascade,
  words tsvector,
  -- Said by the assistant out of no knowledge.
  unanswered boolean not null
);
create index thread_message_found_by_words on thread_message_found using gin (words);
create index thread_message_found_unanswered on thread_message_found (thread) where unanswered;
create index thread_message_found_by_thread on thread_message_found (thread);

create view thread_message_to_find as
  select seq as message, thread, words_of(content #>> '{0,text,value}') as words, role = 'assistant' and knowledge_ids = '{}' as unanswered
  from thread_message;

alter table thread_count add column messages bigint not null default 0;

create function thread_messages_written() returns trigger language plpgsql as $$
begin
  insert into thread_message_found select f.* from changed join thread_message_to_find f on f.message = changed.seq;
  update thread_count set messages = messages + 1 where part = pg_backend_pid() % 8;
  return null;
end
$$;
create trigger found_inserted after insert on thread_message referencing new table as changed
  for each statement execute function thread_messages_written();

create index thread_by_user on thread (user_id text_pattern_ops, created_at) where user_id is not null;
