-- EDIT-07: the filters of the list of content that each person keeps; the row without a name is what was used last.
create table content_view (
  id text primary key,
  person text not null,
  name text,
  filters jsonb not null,
  unique nulls not distinct (person, name)
);
