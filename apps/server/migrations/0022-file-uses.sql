-- Which entity names which stored file. Whoever saves an entity writes its rows in the same transaction, from what was saved.
create table file_use (
  entity text not null,
  entity_id text not null,
  name text not null,
  -- When the entity ceased to name the file, which is kept a while longer.
  ended_at timestamptz,
  primary key (entity, entity_id, name)
);

-- What was saved before: any column may name a file.
insert into file_use (entity, entity_id, name)
select distinct saved.entity, saved.id, stored_file.name
from (
  select 'content' as entity, id, content::text as row from content
  union all select 'notification', id, notification::text from notification
  union all select 'settings', 'settings', settings::text from settings
  union all select 'popup', id, popup::text from popup
  union all select 'knowledge', id, knowledge::text from knowledge
) as saved, regexp_matches(saved.row, '[a-z0-9]{32}\.(?:jpg|png|gif|pdf)', 'g') as found
join stored_file on stored_file.name = found[1];

create index file_use_by_name on file_use (name);
-- A file that an entity names cannot be forgotten.
alter table file_use add foreign key (name) references stored_file (name);
drop view file_reference;
