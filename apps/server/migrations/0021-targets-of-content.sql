-- Content leads to addresses of the web and into the app, and nowhere else (D-13). What was stored before is emptied; the history keeps it,
-- and `select entity_id, changes from history where actor = 'migration-0021'` lists it. Which scheme is the app's own is a setting: a link
-- of another one is left here and withheld from phones.
with refused as (
  select id, url from content
  where deleted_at is null
    and url !~* '^https?://[^\s\\/?#@]+([/?#][^\s\\]*)?$'
    and (url !~ '^[a-z][a-z0-9+.-]*://[a-z0-9]{1,40}(#[1-9][0-9]{0,8})?$' or url ~ '^(about|blob|data|file|ftp|http|https|intent|javascript|vbscript|ws|wss):')
), emptied as (
  update content set url = null, revision = revision + 1 from refused where content.id = refused.id
)
insert into history (actor, entity, entity_id, action, changes)
select 'migration-0021', 'content', id, 'update', jsonb_build_object('url', jsonb_build_array(url, null)) from refused;
