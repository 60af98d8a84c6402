create table notification (
  id text primary key,
  title text not null,
  content text not null,
  url text,
  image text,
  is_test boolean not null,
  valid_until timestamptz not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  -- The one store that was selected at sending; null is "everyone or targeted" (A-42, A-51).
  store_id text references store,
  include_store_type text not null check (include_store_type in ('', 'all', 'contact', 'super', 'generalist')),
  include_stores text[] not null default '{}',
  exclude_stores text[] not null default '{}',
  include_store_groups text[] not null default '{}',
  exclude_store_groups text[] not null default '{}',
  errors text[] not null default '{}'
);
create index notification_newest on notification (created_at desc, id desc);
create index notification_newest_of_store on notification (store_id, created_at desc, id desc) where store_id is not null;
create index notification_by_text on notification using gin (folded(title || chr(10) || content) gin_trgm_ops);
create index notification_by_validity on notification (valid_until);

-- One real notification per scope and Warsaw day (A-37); the key is the promise, whoever presses Send at once.
create table notification_quota (
  scope text not null,
  day date not null,
  notification_id text not null references notification deferrable initially deferred,
  primary key (scope, day)
);
create index notification_quota_by_notification on notification_quota (notification_id);

create table idempotency_key (
  actor text not null,
  key text not null,
  body_hash bytea not null,
  notification_id text not null references notification deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
