-- A login of staff.
create table staff_login (
  seq bigint generated always as identity primary key,
  at timestamptz not null default now(),
  person text not null,
  -- Null for people without a store and for administrators, whose logins count for no store (A-10).
  store_id text references store
);
create index staff_login_by_store on staff_login (store_id, at desc) where store_id is not null;
create index staff_login_by_person on staff_login (person, at, seq);
create index staff_login_by_time on staff_login (at, seq);

-- A signed-out token. A row is needed until the token would have expired.
create table revoked_token (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index revoked_token_by_expiry on revoked_token (expires_at);

-- The name of a person at the last login. Other tables store the identity provider's id.
create table staff_name (
  person text primary key,
  name text not null
);

-- A ticket opens one view once, for a browser tab that sends no bearer token (A-77). Only its hash is stored.
create table ticket (
  ticket_hash bytea primary key,
  -- The path that it opens.
  path text not null,
  person text not null,
  -- The token of the session. Signing out also ends its tickets.
  token_hash bytea not null,
  expires_at timestamptz not null
);
create index ticket_by_expiry on ticket (expires_at);

-- The rights of a person as of their last request. Workers check plans by it when the author is not signed in (E-02).
create table staff_rights (
  person text primary key,
  is_admin boolean not null,
  -- The person's own store; null for administrators and for staff without one.
  store_id text,
  -- When the identity provider issued it. An older answer does not replace a newer one.
  as_of timestamptz not null
);
