-- Our statements take milliseconds, and compiling one takes tens of them. Sessions switch JIT off themselves where they can set options; this is
-- for those behind PgBouncer and for psql. Only the owner of the database may: where another role migrates, the doctor names the setting.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then null;
end $$;
