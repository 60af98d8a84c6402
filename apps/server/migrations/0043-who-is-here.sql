-- EDIT-06: which editors are open, kept by a beat of each. Worth nothing after a crash, so it is not logged; room in each page keeps a
-- beat from touching the index.
create unlogged table presence (
  kind text not null,
  id text not null,
  person text not null,
  tab text not null,
  name text not null,
  seen_at timestamptz not null,
  primary key (kind, id, person, tab)
) with (fillfactor = 50);
