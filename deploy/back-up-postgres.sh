#!/bin/sh
# Copies the database that PGHOST, PGUSER and PGDATABASE name into $BACKUPS each day, and deletes copies older than
# KEEP_DAYS. A copy gets its final name when it is complete. With the argument `once`, it makes one copy and exits.
set -eu
umask 077
PGPASSWORD=$(cat "$PASSWORD_FILE")
export PGPASSWORD

back_up() {
  copy=$BACKUPS/duet-$(date -u +%Y-%m-%dT%H-%M-%S).dump
  rm -f "$BACKUPS"/*.part
  # Reads the table of contents, which an incomplete copy lacks.
  pg_dump --format=custom --file="$copy.part" &&
    pg_restore --list "$copy.part" > /dev/null &&
    sync "$copy.part" &&
    mv "$copy.part" "$copy" &&
    find "$BACKUPS" -name 'duet-*.dump' -mtime "+$KEEP_DAYS" -delete &&
    echo "Copied $PGDATABASE to $copy."
}

[ "${1:-}" = once ] && { back_up; exit; }
while :; do
  if back_up; then sleep 86400; else
    echo "No backup was made; the next try is in an hour." >&2
    sleep 3600
  fi
done
