#!/bin/sh
# Run by PostgreSQL's image at its first start: a role for the nodes that owns its database and nothing else.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set password `cat "$DUET_PASSWORD_FILE"`
create role duet_server login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database duet owner duet_server encoding 'UTF8' template template0;
revoke all on database duet from public;
revoke connect on database postgres, template1 from public;
SQL
