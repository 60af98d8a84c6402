-- A conversation with the assistant. It stays when its device is deleted.
create table thread (
  id text primary key,
  thread_id text not null unique,
  device_seq bigint references device on delete set null,
  user_id text,
  created_at timestamptz not null,
  -- Set with the first message of the customer. Lists can leave out threads without one (A-59).
  has_user_message boolean not null default false
);
create index thread_by_creation on thread (created_at, id);
create index thread_asked_by_creation on thread (created_at, id) where has_user_message;
create index thread_by_fragment on thread using gin (thread_id gin_trgm_ops);
create index thread_by_device on thread (device_seq);
create index thread_by_user on thread (user_id text_pattern_ops, created_at) where user_id is not null;

-- A message of a customer or of the assistant.
create table thread_message (
  seq bigint generated always as identity primary key,
  thread text not null references thread on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content jsonb not null,
  knowledge_ids text[] not null default '{}',
  created_at timestamptz not null,
  -- The id that phones get. It is random, because `seq` would reveal the number of messages of the whole chain. Null: the
  -- message is older than this column, and its id is `seq`.
  id text
);
create index thread_message_in_order on thread_message (thread, seq);
create index thread_message_of_users on thread_message (thread, seq) where role = 'user';

-- Number of threads, exact in every transaction. In eight parts, so that phones that open threads at the same time do not wait
-- for one row.
create table thread_count (
  part smallint primary key,
  total integer not null default 0,
  -- Threads with a question of a customer.
  asked integer not null default 0,
  -- Version of the list of threads, incremented when it changes.
  changes bigint not null default 0,
  -- Version of the messages, incremented by every insert.
  messages bigint not null default 0
) with (fillfactor = 50);

create function count_threads(more integer, more_asked integer) returns void language sql as $$
  update thread_count set total = total + more, asked = asked + more_asked, changes = changes + 1 where part = pg_backend_pid() % 8;
$$;

create function thread_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    update thread_count set total = 0, asked = 0, changes = changes + 1;
  elsif tg_op = 'UPDATE' then
    perform count_threads(0, new.has_user_message::integer - old.has_user_message::integer);
  else
    perform count_threads(
      (case tg_op when 'DELETE' then -1 else 1 end * count(*))::integer,
      (case tg_op when 'DELETE' then -1 else 1 end * count(*) filter (where has_user_message))::integer
    ) from changed;
  end if;
  return null;
end
$$;
create trigger count_inserted after insert on thread referencing new table as changed for each statement execute function thread_written();
create trigger count_deleted after delete on thread referencing old table as changed for each statement execute function thread_written();
create trigger count_truncated after truncate on thread for each statement execute function thread_written();
create trigger count_asked after update on thread for each row
  when (old.has_user_message is distinct from new.has_user_message) execute function thread_written();

-- Returns the words of a text. Punctuation becomes spaces, because it would join two words or make an address of them.
create function words_of(value text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', regexp_replace(folded(left(value, 100000)), '[!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f]+', ' ', 'g'));

-- Search index of the messages, one row per message (decision 61). Written by the trigger below.
create table thread_message_found (
  message bigint primary key references thread_message on delete cascade,
  thread text not null references thread on delete cascade,
  words tsvector,
  -- True: an answer of the assistant that quotes no knowledge.
  unanswered boolean not null
);
create index thread_message_found_by_words on thread_message_found using gin (words);
create index thread_message_found_unanswered on thread_message_found (thread) where unanswered;
create index thread_message_found_by_thread on thread_message_found (thread);

-- The rows that `thread_message_found` should hold.
create view thread_message_to_find as
  select seq as message, thread, words_of(content #>> '{0,text,value}') as words, role = 'assistant' and knowledge_ids = '{}' as unanswered
  from thread_message;

create function thread_messages_written() returns trigger language plpgsql as $$
begin
  insert into thread_message_found select f.* from changed join thread_message_to_find f on f.message = changed.seq;
  update thread_count set messages = messages + 1 where part = pg_backend_pid() % 8;
  return null;
end
$$;
create trigger found_inserted after insert on thread_message referencing new table as changed
  for each statement execute function thread_messages_written();

-- Number of calls of the assistant's model on one day in Warsaw. All processes share a daily budget, because each call costs
-- money (decision 16).
create table assistant_model_day (
  day date primary key,
  calls integer not null
);

-- The eight parts. The numbers at which the versions start do not matter.
insert into thread_count (part, changes, messages) values
  (1, 1, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0), (5, 1, 0), (6, 1, 0), (7, 1, 0), (0, 1, 1);
