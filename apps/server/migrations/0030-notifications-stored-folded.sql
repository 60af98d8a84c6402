-- As content and stores have it: unaccent() over every notification, each time a search does not fit an index, took most of its time.
alter table notification add column text_folded text not null generated always as (folded(title || chr(10) || content)) stored;
drop index notification_by_text;
create index notification_by_text on notification using gin (text_folded gin_trgm_ops);
