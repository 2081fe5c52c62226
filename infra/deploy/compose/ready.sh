# A health check without a program of its own: `bash ready.sh <port> <path>` asks this container and ends with 0 on a 200.
# It runs every few seconds in each container, where a Node process would cost more CPU than an idle service.
set -u
exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
printf 'GET %s HTTP/1.0\r\n\r\n' "$2" >&3
read -r -t 8 _ status _ <&3
[ "$status" = "${3:-200}" ]
