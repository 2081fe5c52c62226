#!/usr/bin/env bash
# Fills an empty data folder from BACKUP_DIR: the newest base backup and all WAL after it. The next server replays the WAL, to
# its end or to RESTORE_TO ('2026-11-21 08:00:00+00'), removes the copied WAL and continues from there. RESTORE_REPLACE=yes
# moves a database that is there aside.
set -euo pipefail
data=${PGDATA:-/var/lib/postgresql/18/docker}
copy=${BACKUP_DIR:-/backups}
base=$copy/postgres/base
if [ -s "$data/PG_VERSION" ] && [ "${RESTORE_REPLACE:-}" = yes ]; then
  mv "$data" "$data.before-$(date -u +%Y%m%dT%H%M%SZ)"
  rm -rf "$data/../restore-wal"
fi
if [ -s "$data/PG_VERSION" ]; then echo "There is a database already: remove its volume first, or keep it." >&2; exit 1; fi
to=''
before=9
if [ -n "${RESTORE_TO:-}" ]; then
  # PostgreSQL reads its settings before it loads the names of time zones, even the Z of UTC.
  to=$(date -u -d "$RESTORE_TO" '+%Y-%m-%d %H:%M:%S.%6N+00')
  before=$(date -u -d "$RESTORE_TO" +%Y%m%dT%H%M%SZ)
fi
# The newest base backup from before that time. Its name is its time, so names sort by age.
name=${RESTORE_BASE:-$(ls "$base" | grep -v '\.new$' | awk -v before="$before" '$0 < before' | tail -n 1)}
[ -n "$name" ] || { echo "There is no base backup${to:+ from before $to}." >&2; exit 1; }
mkdir -p "$data"
tar -xzf "$base/$name/base.tar.gz" -C "$data"
tar -xzf "$base/$name/pg_wal.tar.gz" -C "$data/pg_wal"
# The last segment is incomplete and has the suffix .partial. The WAL before a gap has its own folder, with some of the same files.
mkdir -p "$data/../restore-wal"
# Of every timeline, from the segment on with which the base backup starts; earlier backups need what is older.
first=$(sed -n 's/^START WAL LOCATION:.*file [0-9A-F]\{8\}\([0-9A-F]*\).*/\1/p' "$data/backup_label")
find "$copy/postgres/wal" -type f | while read -r file; do
  segment=$(basename "$file")
  if [[ "$segment" == *.history || ! "${segment:8:16}" < "$first" ]]; then cp -t "$data/../restore-wal" "$file"; fi
done
for partial in "$data"/../restore-wal/*.partial; do [ ! -e "$partial" ] || mv --no-clobber "$partial" "${partial%.partial}"; done
wal=$(cd "$data/../restore-wal" && pwd)
# A base backup of a restored server contains the settings of that restore.
sed -i '/^\(restore_command\|recovery_end_command\|recovery_target_\)/d' "$data/postgresql.auto.conf"
{
  echo "restore_command = 'cp \"$wal/%f\" \"%p\"'"
  echo "recovery_end_command = 'rm -rf \"$wal\"'"
  echo "recovery_target_timeline = 'latest'"
  if [ -n "$to" ]; then echo "recovery_target_time = '$to'"; echo "recovery_target_action = 'promote'"; fi
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
# Kubernetes starts it as the user of PostgreSQL.
if [ "$(id -u)" = 0 ]; then chown -R postgres:postgres "$(dirname "$(dirname "$data")")"; fi
chmod 700 "$data"
echo "base backup $name and $(ls "$wal" | wc -l) WAL files lie ready; start PostgreSQL now"
