-- The database and its two roles, for psql as a superuser; `owner_password` and `password` are psql variables. Without them the roles are there
-- already, and an empty database is made for them to restore into.
-- endcap_owner owns the tables: migrations and restoring. endcap_app is who the processes are: it reads and writes rows, and can neither
-- change nor drop a table.
\if :{?password}
create role endcap_owner login password :'owner_password';
create role endcap_app login password :'password';
\endif
-- C.UTF-8 sorts alike on every machine; Polish is sorted by the columns' own collation.
create database endcap owner endcap_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
revoke all on database endcap from public;
grant connect on database endcap to endcap_app;
\connect endcap
grant usage on schema public to endcap_app;
alter default privileges for role endcap_owner in schema public grant select, insert, update, delete on tables to endcap_app;
alter default privileges for role endcap_owner in schema public grant usage, select on sequences to endcap_app;
