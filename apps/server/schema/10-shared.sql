-- Shared: extensions, functions that several features use, and settings of the database.
create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Removes case and diacritics, for searches (A-22). unaccent() is only "stable" because its dictionary could be replaced.
-- Ours never is, and an index needs an immutable expression.
create function folded(value text) returns text
  language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, value));

-- convert_to() is only "stable" because the target encoding is a parameter. Here it is fixed.
create function sha256_of(value text) returns bytea
  language sql immutable parallel safe strict
  return sha256(convert_to(value, 'UTF8'));

-- A migration that code must know before it may run on this database. A migration that removes something the previous
-- version uses adds its own name. A process that does not know the name does not start (D-22).
create table schema_need (
  step text primary key
);

-- Turns JIT off: statements take milliseconds, and compiling one takes tens of them. Sessions set it themselves where they
-- can. This is for sessions behind PgBouncer and for psql. Only the owner of the database may set it.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then null;
end $$;
