#!/usr/bin/env bash
# Keeps a copy of PostgreSQL: a base backup a day, and all WAL as it is written. Logs in over the network as a role that may
# only replicate, so a restart of the server ends no more than a connection. BACKUP_DIR is the copy.
set -euo pipefail
copy=${BACKUP_DIR:-/backups}
base=$copy/postgres/base wal=$copy/postgres/wal
days=${BACKUP_DAYS:-7}
slot=duet_backup
PGPASSWORD=$(cat "${REPLICATION_PASSWORD_FILE:-/secrets/REPLICATION_PASSWORD}")
export PGPASSWORD PGHOST=${PGHOST:-postgres} PGUSER=duet_replication PGCONNECT_TIMEOUT=10
# A server that vanished with its network closes no connection.
connection='keepalives_idle=10 keepalives_interval=5 keepalives_count=3 tcp_user_timeout=30000'
mkdir -p "$base" "$wal"
umask 077

ask() { psql --no-psqlrc --dbname postgres --no-align --tuples-only --command "$1"; }
replicate() { psql --no-psqlrc --dbname 'dbname=postgres replication=true' --no-align --tuples-only --command "$1"; }

# An unfinished base backup has another name, so that no restore uses it.
take_base() {
  local name; name=$(date -u +%Y%m%dT%H%M%SZ)
  rm -rf "$base"/*.new
  pg_basebackup --dbname "$connection" --pgdata "$base/$name.new" --format tar --gzip --wal-method stream --checkpoint fast --label "duet $name"
  sync
  # One of the same second has this name: inside its folder no restore would find the new one.
  mv --no-target-directory "$base/$name.new" "$base/$name"
  echo "base backup $name is complete"
}

# Every restore begins a timeline, and each timeline has its own folder: pg_receivewal continues after the newest file that it
# finds, which may be WAL of the abandoned timeline. An empty first segment makes it begin where the timeline begins.
timeline_folder() {
  local number timeline folder began
  number=$(replicate IDENTIFY_SYSTEM | cut -d '|' -f 2)
  timeline=$(printf '%08X' "$number")
  folder=$wal/$timeline
  if [ ! -d "$folder" ] && [ "$number" -gt 1 ]; then
    began=$(replicate "TIMELINE_HISTORY $number" | awk '$2 ~ "/" { lsn = $2 } END { print lsn }')
    rm -rf "$folder.new"
    mkdir "$folder.new"
    # A segment has 16 MB.
    : >"$folder.new/$(printf '%s%08X%08X' "$timeline" "$((16#${began%/*}))" "$((16#${began#*/} >> 24))").partial"
    mv "$folder.new" "$folder"
  fi
  mkdir -p "$folder"
  echo "$folder"
}

# A copy that was away for too long has lost its slot, and WAL is missing: the copy begins anew, with a base backup. The older
# WAL stays for restores to a time before the gap.
begin_after_gap() {
  [ "$(ask "SELECT wal_status FROM pg_replication_slots WHERE slot_name = '$slot'")" = lost ] || return 0
  echo "the server has dropped WAL that was not copied: the copy begins anew" >&2
  replicate "DROP_REPLICATION_SLOT $slot"
  local folder; folder=$(timeline_folder)
  mv "$folder" "$folder-until-$(date -u +%Y%m%dT%H%M%SZ)"
  mkdir "$folder"
  gap=yes
}

# Deletes old base backups, but never the last one; then the WAL that no base backup needs.
prune() {
  find "$base" -mindepth 1 -maxdepth 1 -type d -mtime "+$days" ! -name "$(ls "$base" | tail -n 1)" -exec rm -rf {} +
  local oldest; oldest=$(ls "$base" | head -n 1)
  local first; first=$(tar -xzOf "$base/$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION:.*file \([0-9A-F]*\).*/\1/p')
  find "$wal" -type d -exec pg_archivecleanup {} "$first" \;
}

due() { [ -n "${gap:-}" ] || [ -z "$(find "$base" -mindepth 1 -maxdepth 1 -type d ! -name '*.new' -mmin -1440)" ]; }

keep_bases() {
  while true; do
    if due; then take_base && prune && gap='' || echo "base backup failed; trying again in a minute" >&2; fi
    sleep 60
  done
}

case "${1:-keep}" in
  base) take_base; prune ;;
  health)
    # A complete base backup, and a receiver of WAL that the server knows.
    ls -d "$base"/*Z >/dev/null
    [ "$(ask "SELECT active FROM pg_replication_slots WHERE slot_name = '$slot'")" = t ]
    ;;
  keep)
    # A server that still replays WAL has not begun its timeline yet.
    until [ "$(ask 'SELECT pg_is_in_recovery()')" = f ]; do sleep 2; done
    begin_after_gap
    # The slot makes the server keep WAL that is not copied yet, up to max_slot_wal_keep_size.
    until pg_receivewal --slot "$slot" --create-slot --if-not-exists; do sleep 2; done
    folder=$(timeline_folder)
    keep_bases &
    trap 'kill 0' TERM INT
    # --synchronous flushes WAL to the disk before it is confirmed. Without a connection it ends, and the container starts
    # again: it then finds a new timeline or a lost slot.
    pg_receivewal --dbname "$connection" --directory "$folder" --slot "$slot" --synchronous --no-loop &
    wait -n
    ;;
  *) echo "keep, base or health" >&2; exit 2 ;;
esac
