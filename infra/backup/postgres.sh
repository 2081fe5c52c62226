#!/usr/bin/env bash
# Keeps a copy of PostgreSQL that is never older than a moment: a base backup a day, and every byte of WAL as it is written.
# Runs in the network of the server, which lets a replica in from there. /backups is the copy, /secrets/password the login.
set -euo pipefail
base=/backups/postgres/base wal=/backups/postgres/wal
days=${BACKUP_DAYS:-7}
PGPASSWORD=$(cat /secrets/password)
export PGPASSWORD PGHOST=127.0.0.1 PGUSER=duet_admin
mkdir -p "$base" "$wal"
umask 077

# One that was begun and not finished has another name, so that nobody restores from it.
take_base() {
  local name; name=$(date -u +%Y%m%dT%H%M%SZ)
  rm -rf "$base"/*.new
  pg_basebackup --pgdata "$base/$name.new" --format tar --gzip --wal-method stream --checkpoint fast --label "duet $name"
  sync
  mv "$base/$name.new" "$base/$name"
  echo "base backup $name is complete"
}

# Old ones go, but never the last; then the WAL that no base needs any more.
prune() {
  find "$base" -mindepth 1 -maxdepth 1 -type d -mtime "+$days" ! -name "$(ls "$base" | tail -n 1)" -exec rm -rf {} +
  local oldest; oldest=$(ls "$base" | head -n 1)
  local first; first=$(tar -xzOf "$base/$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION:.*file \([0-9A-F]*\).*/\1/p')
  pg_archivecleanup "$wal" "$first"
}

due() { [ -z "$(find "$base" -mindepth 1 -maxdepth 1 -type d ! -name '*.new' -mmin -1440)" ]; }

keep_bases() {
  while true; do
    if due; then take_base && prune || echo "base backup failed; trying again in a minute" >&2; fi
    sleep 60
  done
}

case "${1:-keep}" in
  base) take_base; prune ;;
  keep)
    # The slot keeps the server from throwing away what is not here yet. Watch its size: a copy that is away for long fills the disk.
    until pg_receivewal --slot duet_backup --create-slot --if-not-exists; do sleep 2; done
    keep_bases &
    trap 'kill 0' TERM INT
    # Comes back by itself when the server does; --synchronous: on the disk before it is reported.
    pg_receivewal --directory "$wal" --slot duet_backup --synchronous &
    wait -n
    ;;
  *) echo "keep or base" >&2; exit 2 ;;
esac
