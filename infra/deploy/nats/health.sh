#!/bin/sh
# The health check of NATS in Compose, which restarts no container that is only unhealthy. After a failed write of a stream,
# /healthz fails and JetStream stores nothing more until a restart. So 12 failures in a row, which take a minute, end it once it was
# healthy.
set -eu
url=${NATS_HEALTH_URL:-http://127.0.0.1:8222/healthz}
state=${NATS_HEALTH_STATE:-/tmp/health}
if wget -q -T 2 -O /dev/null "$url"; then
  : >"$state"
  exit 0
fi
# Without the file NATS has not been healthy since its start: it may still read its streams.
if [ -e "$state" ]; then
  echo failed >>"$state"
  [ "$(wc -l <"$state")" -lt 12 ] || kill -TERM "${NATS_PID:-1}"
fi
exit 1
