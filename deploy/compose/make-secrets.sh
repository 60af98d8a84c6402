#!/bin/sh
# Makes the passwords of the database, once, in secrets/ beside this file. Only root may enter that folder; what lies in it is handed to those containers
# that compose.yml names, whose account has to be able to read it.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo 'secrets/ is there already: nothing was changed.' >&2
  exit 1
fi
mkdir -m 700 secrets
mkdir -m 755 secrets/push
password() { openssl rand -hex 24; }
password > secrets/superuser-password
printf 'postgres://endcap_app:%s@database/endcap\n' "$(password)" > secrets/database-url
printf 'postgres://endcap_owner:%s@database/endcap\n' "$(password)" > secrets/owner-database-url
chmod 444 secrets/superuser-password secrets/database-url secrets/owner-database-url
