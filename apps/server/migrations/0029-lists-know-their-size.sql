-- Searches of stores find their rows by an index, as those of content and notifications do.
create index store_by_name_part on store using gin (name_folded gin_trgm_ops) where deleted_at is null;
create index store_by_address_part on store using gin (address_folded gin_trgm_ops) where deleted_at is null;

-- How many threads there are, exact in every transaction. In eight parts: phones open threads side by side, and one row would make
-- them take turns.
create table thread_count (
  part smallint primary key,
  total integer not null default 0,
  -- With a question of a customer.
  asked integer not null default 0,
  -- Grows with every write that changes a list of threads.
  changes bigint not null default 0
) with (fillfactor = 50);
insert into thread_count (part) select generate_series(0, 7);
update thread_count set total = counted.total, asked = counted.asked
from (select count(*) as total, count(*) filter (where has_user_message) as asked from thread) counted where part = 0;

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

-- Grows with every write of the knowledge base, so that its list is counted once in between.
create table knowledge_change (
  the_only boolean primary key default true check (the_only),
  number bigint not null default 0
);
insert into knowledge_change default values;
create function knowledge_changed() returns trigger language plpgsql as $$
begin
  update knowledge_change set number = number + 1;
  return null;
end
$$;
create trigger knowledge_changed after insert or update or delete or truncate on knowledge for each statement execute function knowledge_changed();
