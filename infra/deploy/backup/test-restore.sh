#!/usr/bin/env bash
# Restores the newest copy of PostgreSQL into a server of its own, without a network, and reads every row of it. The running
# product is not touched, and nothing of the restored database stays. `restore-tested` in the copy has the time of the last
# success.
set -euo pipefail
copy=${BACKUP_DIR:-/backups}
# The folder of its socket.
export PGHOST=${PGHOST:-/var/run/postgresql}
# Kubernetes starts it as the user of PostgreSQL.
as_postgres() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi; }
remove_restored() {
  as_postgres pg_ctl --pgdata "$PGDATA" --mode immediate stop >/dev/null 2>&1 || true
  rm -rf "$PGDATA/../restore-wal" "$PGDATA"
}
# Not a database that was there before, which restore-postgres.sh refuses.
[ -s "$PGDATA/PG_VERSION" ] || trap remove_restored EXIT
bash "$(dirname "$0")/restore-postgres.sh"
as_postgres pg_ctl --pgdata "$PGDATA" --wait --timeout 3600 --options "-c listen_addresses='' -c unix_socket_directories=$PGHOST -c hot_standby=off -c hba_file=${HBA_FILE:-/etc/duet/pg_hba.conf}" --log /tmp/server.log start >/dev/null || { cat /tmp/server.log >&2; exit 1; }
ask() { as_postgres psql --no-psqlrc --username duet_admin --dbname "$1" --no-align --tuples-only --command "$2"; }
# Without hot standby the server refuses connections until it has replayed everything.
until pg_isready --quiet; do
  as_postgres pg_ctl --pgdata "$PGDATA" status >/dev/null || { cat /tmp/server.log >&2; exit 1; }
  sleep 1
done
as_postgres pg_dump --username duet_admin duet >/dev/null
newest=$(ask duet 'SELECT coalesce(pg_last_xact_replay_timestamp()::text, $$the base backup$$)')
as_postgres pg_ctl --pgdata "$PGDATA" --mode fast stop >/dev/null
touch "$copy/postgres/restore-tested"
echo "The copy can be restored; its newest transaction is of $newest."
