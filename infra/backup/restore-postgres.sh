#!/usr/bin/env bash
# Fills an empty data folder from /backups: the newest base backup and all WAL after it. The server that starts on it next
# replays them, to the last byte that was copied or to RESTORE_TO ('2026-11-21 08:00:00+00'), and goes on from there.
set -euo pipefail
data=${PGDATA:-/var/lib/postgresql/18/docker}
base=/backups/postgres/base
if [ -s "$data/PG_VERSION" ]; then echo "There is a database already: remove its volume first, or keep it." >&2; exit 1; fi
name=${RESTORE_BASE:-$(ls "$base" | grep -v '\.new$' | tail -n 1)}
[ -n "$name" ] || { echo "There is no base backup." >&2; exit 1; }
mkdir -p "$data"
tar -xzf "$base/$name/base.tar.gz" -C "$data"
tar -xzf "$base/$name/pg_wal.tar.gz" -C "$data/pg_wal"
# The segment that was being written is there under another name, with everything that had come.
mkdir -p "$data/../restore-wal"
cp /backups/postgres/wal/* "$data/../restore-wal/"
for partial in "$data"/../restore-wal/*.partial; do [ ! -e "$partial" ] || mv "$partial" "${partial%.partial}"; done
wal=$(cd "$data/../restore-wal" && pwd)
{
  echo "restore_command = 'cp \"$wal/%f\" \"%p\"'"
  echo "recovery_target_timeline = 'latest'"
  if [ -n "${RESTORE_TO:-}" ]; then echo "recovery_target_time = '$RESTORE_TO'"; echo "recovery_target_action = 'promote'"; fi
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
chown -R postgres:postgres "$(dirname "$(dirname "$data")")"
chmod 700 "$data"
echo "base backup $name and $(ls "$wal" | wc -l) WAL files lie ready; start PostgreSQL now"
