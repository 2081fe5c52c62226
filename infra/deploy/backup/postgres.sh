#!/usr/bin/env bash
# Keeps a copy of PostgreSQL: a base backup a day, and all WAL as it is written. Runs in the server's network namespace, from
# which the server accepts replication. /backups is the copy, /secrets/password the password.
set -euo pipefail
base=/backups/postgres/base wal=/backups/postgres/wal
days=${BACKUP_DAYS:-7}
PGPASSWORD=$(cat /secrets/password)
export PGPASSWORD PGHOST=127.0.0.1 PGUSER=duet_admin
mkdir -p "$base" "$wal"
umask 077

ask() { psql --dbname postgres --no-align --tuples-only --command "$1"; }

# An unfinished base backup has another name, so that no restore uses it.
take_base() {
  local name; name=$(date -u +%Y%m%dT%H%M%SZ)
  rm -rf "$base"/*.new
  pg_basebackup --pgdata "$base/$name.new" --format tar --gzip --wal-method stream --checkpoint fast --label "duet $name"
  sync
  mv "$base/$name.new" "$base/$name"
  echo "base backup $name is complete"
}

# Every restore begins a timeline, and each timeline has its own folder: pg_receivewal continues after the newest file that it
# finds, which may be WAL of the abandoned timeline. An empty first segment makes it begin where the timeline begins.
timeline_folder() {
  local number timeline folder began
  number=$(ask 'SELECT timeline_id FROM pg_control_checkpoint()')
  timeline=$(printf '%08X' "$number")
  folder=$wal/$timeline
  if [ ! -d "$folder" ] && [ "$number" -gt 1 ]; then
    began=$(ask "SELECT pg_read_file('pg_wal/$timeline.history')" | awk '$2 ~ "/" { lsn = $2 } END { print lsn }')
    rm -rf "$folder.new"
    mkdir "$folder.new"
    : >"$folder.new/$(ask "SELECT pg_walfile_name('$began'::pg_lsn + 1)").partial"
    mv "$folder.new" "$folder"
  fi
  mkdir -p "$folder"
  echo "$folder"
}

# Deletes old base backups, but never the last one; then the WAL that no base backup needs.
prune() {
  find "$base" -mindepth 1 -maxdepth 1 -type d -mtime "+$days" ! -name "$(ls "$base" | tail -n 1)" -exec rm -rf {} +
  local oldest; oldest=$(ls "$base" | head -n 1)
  local first; first=$(tar -xzOf "$base/$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION:.*file \([0-9A-F]*\).*/\1/p')
  find "$wal" -type d -exec pg_archivecleanup {} "$first" \;
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
    # The slot makes the server keep WAL that is not copied yet. Watch its size: a backup that is down for long fills the disk.
    # A server that still replays WAL has not begun its timeline yet.
    until [ "$(ask 'SELECT pg_is_in_recovery()')" = f ] && pg_receivewal --slot duet_backup --create-slot --if-not-exists; do sleep 2; done
    folder=$(timeline_folder)
    keep_bases &
    trap 'kill 0' TERM INT
    # Reconnects by itself; --synchronous flushes WAL to the disk before it is confirmed.
    pg_receivewal --directory "$folder" --slot duet_backup --synchronous &
    wait -n
    ;;
  *) echo "keep or base" >&2; exit 2 ;;
esac
