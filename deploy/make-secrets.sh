#!/bin/sh
# Makes the passwords that compose.yaml needs, in secrets/ of the current folder, unless they exist. Only the owner can
# open the folder. Everybody can read the files in it, since each container reads them as another user.
set -eu
umask 077
mkdir -p secrets
if [ -e secrets/database-url ]; then
  echo "secrets/ is complete already." >&2
  exit 1
fi
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
duet=$(random)
valkey=$(random)
umask 022
random > secrets/postgres-password
printf '%s' "$duet" > secrets/duet-password
printf '%s' "$valkey" > secrets/valkey-password
printf 'redis://:%s@valkey:6379' "$valkey" > secrets/redis-url
# Written last: without this file, an earlier run was interrupted.
printf 'postgres://duet_server:%s@postgres:5432/duet' "$duet" > secrets/database-url
