-- What administrators call a phone that tests go to (PLAN-07).
alter table device add column tester_name text;
-- A code that makes a phone a test phone: shown once, kept by its hash alone, used up by the first phone. Each administrator has one at most.
create table tester_invite (
  made_by text primary key,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);
