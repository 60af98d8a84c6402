-- Audiences of notifications that administrators save under a name (PLAN-06, decision 119). Stores and groups stay named after they were deleted.
create table saved_audience (
  id text primary key,
  name text not null,
  include_store_type text not null check (include_store_type in ('', 'all', 'contact', 'super', 'generalist')),
  include_stores text[] not null,
  exclude_stores text[] not null,
  include_store_groups text[] not null,
  exclude_store_groups text[] not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  deleted_at timestamptz
);
-- No two names that differ by case or diacritics alone.
create unique index saved_audience_by_name on saved_audience (folded(name)) where deleted_at is null;

-- As before, and what saved audiences are called.
create or replace function history_label(kind text, item text) returns text language sql stable as $$
  select left(case kind
    when 'content' then (select case when title is null or title = name then name else title || ' (' || name || ')' end from content where id = item)
    when 'store' then (select concat_ws(' · ', store_no, name || ', ' || city) from store where id = item)
    when 'storeGroup' then (select name from store_group where id = item)
    when 'popup' then (select name from popup where id = item)
    when 'knowledge' then (select name from knowledge where id = item)
    when 'notification' then (select title from notification where id = item)
    when 'audience' then (select name from saved_audience where id = item)
    when 'settings' then null
    else item
  end, 500)
$$;
