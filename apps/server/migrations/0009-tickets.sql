-- Opens one view once, for a tab that sends no bearer token (A-77). Only the hash is kept.
create table ticket (
  ticket_hash bytea primary key,
  -- The path that it opens.
  path text not null,
  person text not null,
  -- Signing out ends the tickets of that session as well.
  token_hash bytea not null,
  expires_at timestamptz not null
);
create index ticket_by_expiry on ticket (expires_at);
