-- An open editor, kept up to date by its heartbeats (EDIT-06). Unlogged, because it is worthless after a crash. The low fillfactor
-- keeps updates out of the index.
create unlogged table presence (
  kind text not null,
  id text not null,
  person text not null,
  tab text not null,
  name text not null,
  seen_at timestamptz not null,
  primary key (kind, id, person, tab)
) with (fillfactor = 50);
