-- A knowledge item, which the assistant may quote while it is valid.
create table knowledge (
  id text primary key,
  filename text,
  name text not null,
  description text not null,
  content text not null check (length(content) <= 250000),
  validity_start timestamptz,
  validity_end timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  deleted_at timestamptz,
  -- The words that the assistant searches; those of the description count most (A-65).
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', folded(description)), 'A') || setweight(to_tsvector('simple', folded(name)), 'B')
    || setweight(to_tsvector('simple', folded(left(content, 100000))), 'C')
  ) stored
);
create index knowledge_by_words on knowledge using gin (search) where deleted_at is null;
-- The order of the list (D-46).
create index knowledge_newest_first on knowledge (created_at desc, id desc) where deleted_at is null;

-- Version of the knowledge base, incremented by every write. The list is counted once per version.
create table knowledge_change (
  the_only boolean primary key default true check (the_only),
  number bigint not null default 0
);

create function knowledge_changed() returns trigger language plpgsql as $$
begin
  update knowledge_change set number = number + 1;
  return null;
end
$$;
create trigger knowledge_changed after insert or update or delete or truncate on knowledge
  for each statement execute function knowledge_changed();

insert into knowledge_change default values;
