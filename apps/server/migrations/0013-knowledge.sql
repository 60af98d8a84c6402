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
  -- What the assistant finds it by: the description first (A-65).
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', folded(description)), 'A') || setweight(to_tsvector('simple', folded(name)), 'B')
    || setweight(to_tsvector('simple', folded(left(content, 100000))), 'C')
  ) stored
);
create index knowledge_by_file on knowledge (coalesce(filename, name) collate "pl-x-icu", id) where deleted_at is null;
create index knowledge_by_words on knowledge using gin (search) where deleted_at is null;
