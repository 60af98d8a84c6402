-- What each worker that is at work writes once a second, and remembers when it was acknowledged: a server that lacks it is an older copy,
-- one that has it has lost nothing that this worker was told (OPS-08, F53).
create table worker_beat (
  worker text primary key,
  number bigint not null,
  incarnation text not null,
  -- Whether PostgreSQL acknowledged nothing that a standby had not written down.
  confirmed boolean not null,
  at timestamptz not null default clock_timestamp()
);

-- Whether the second is what the first became when a standby took over, or a recovery ended: the same server, database and tables on a later timeline.
create function has_become(before text, after text) returns boolean language sql immutable as $$
  select split_part(before, '/', 2) collate "C" < split_part(after, '/', 2)
    and (split_part(before, '/', 1), split_part(before, '/', 3), split_part(before, '/', 4))
      = (split_part(after, '/', 1), split_part(after, '/', 3), split_part(after, '/', 4))
$$;
