create table thread (
  id text primary key,
  thread_id text not null unique,
  -- Threads outlive the devices that opened them.
  device_seq bigint references device on delete set null,
  user_id text,
  created_at timestamptz not null,
  -- Set with the first message of a customer, so that threads without one can be left out at once (A-59).
  has_user_message boolean not null default false
);
create index thread_by_creation on thread (created_at, id);
create index thread_asked_by_creation on thread (created_at, id) where has_user_message;
create index thread_by_fragment on thread using gin (thread_id gin_trgm_ops);
create index thread_by_device on thread (device_seq);

create table thread_message (
  seq bigint generated always as identity primary key,
  thread text not null references thread on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content jsonb not null,
  knowledge_ids text[] not null default '{}',
  created_at timestamptz not null
);
create index thread_message_in_order on thread_message (thread, seq);
create index thread_message_of_users on thread_message (thread, seq) where role = 'user';
