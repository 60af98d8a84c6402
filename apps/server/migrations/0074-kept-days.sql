-- Days that head office keeps free for itself (CARE-06, decision 120). Groups stay named after they were deleted: without them it would be a day of all stores.
create table kept_day (
  id text primary key,
  day date not null,
  -- Null: every store.
  store_groups text[] check (cardinality(store_groups) > 0),
  reason text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  deleted_at timestamptz
);
create unique index kept_day_once on kept_day (day) where deleted_at is null;

-- As before, and what saved audiences (0073) are called, and which day it is that is kept.
create or replace function history_label(kind text, item text) returns text language sql stable as $$
  select left(case kind
    when 'content' then (select case when title is null or title = name then name else title || ' (' || name || ')' end from content where id = item)
    when 'store' then (select concat_ws(' · ', store_no, name || ', ' || city) from store where id = item)
    when 'storeGroup' then (select name from store_group where id = item)
    when 'popup' then (select name from popup where id = item)
    when 'knowledge' then (select name from knowledge where id = item)
    when 'notification' then (select title from notification where id = item)
    when 'audience' then (select name from saved_audience where id = item)
    when 'keptDay' then (select concat_ws(' · ', to_char(day, 'YYYY-MM-DD'), reason) from kept_day where id = item)
    when 'settings' then null
    else item
  end, 500)
$$;
