-- Steps that code has to know before it may run on this database (D-22). A step that takes away what the version before it still uses adds
-- its own name here; whoever does not know the step refuses to start, and is not ready where it runs already.
create table schema_need (
  step text primary key
);
