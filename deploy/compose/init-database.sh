#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume.
set -eu
password_in() { sed 's#^postgres://[^:]*:\([^@]*\)@.*#\1#' "/run/secrets/$1"; }
{
  printf '%s\n' "\\set owner_password '$(password_in owner-database-url)'" "\\set password '$(password_in database-url)'"
  cat /endcap/database.sql
} | psql --quiet --set=ON_ERROR_STOP=1 --username=postgres
