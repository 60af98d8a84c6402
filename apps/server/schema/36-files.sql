-- An uploaded file. Equal bytes are stored once. Files that no entity uses are removed after a while.
create table stored_file (
  name text primary key,
  content_hash bytea not null,
  bytes bigint not null,
  uploaded_by text not null,
  -- The last upload of these bytes.
  asked_at timestamptz not null,
  -- True while the unused file is being removed. From then on no entity may use it.
  leaving boolean not null default false,
  -- The name that the file had where it was uploaded last; null: an earlier version did not record it.
  uploaded_as text
);
create unique index stored_file_by_content on stored_file (content_hash) where not leaving;
create index stored_file_by_age on stored_file (asked_at);

-- A use of a file by an entity. Every save of an entity writes its rows in the same transaction. The key prevents the removal
-- of a file in use.
create table file_use (
  entity text not null,
  entity_id text not null,
  name text not null references stored_file,
  -- End of the use. The file is kept for a while longer.
  ended_at timestamptz,
  primary key (entity, entity_id, name)
);
create index file_use_by_name on file_use (name);
