-- Who changed what, and when (A-123). Rows are written in the transaction of the change and never touched again.
create table history (
  seq bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  entity text not null,
  entity_id text not null,
  action text not null check (action in ('create', 'update', 'delete')),
  changes jsonb not null
);
create index history_by_entity on history (entity, entity_id, seq);

create function history_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'history is append-only';
end $$;
create trigger history_is_append_only before update or delete or truncate on history
  for each statement execute function history_is_append_only();

create table staff_login (
  seq bigint generated always as identity primary key,
  at timestamptz not null default now(),
  person text not null,
  -- Null for people without a store and for administrators, whose logins are not a store's (A-10).
  store_id text references store
);
create index staff_login_by_store on staff_login (store_id, at desc) where store_id is not null;

-- Tokens that were signed out; a row is needed only until the token would have expired anyway.
create table revoked_token (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index revoked_token_by_expiry on revoked_token (expires_at);
