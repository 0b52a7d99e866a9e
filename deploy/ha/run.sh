#!/bin/bash
# run.sh etcd|patroni|proxies|set-up [--check]: fills the files of tests/ha/config in from the environment, and runs one part of
# compose.ha.yaml. --check fills them in and has the programs check them, as far as they can.
set -euo pipefail

# fill NAME: writes the file into $FOLDER with the value of each {{NAME}}. What must be reached from other containers listens on $LISTEN:
# the files themselves are for HAProxy and PgBouncer on the shop's own machine.
fill() {
  local text name
  text=$(sed -E "s/^(  bind) 127\.0\.0\.1:/\1 ${LISTEN}:/; s/^listen_addr = .*/listen_addr = ${LISTEN}/" "$TEMPLATES/$1")
  while [[ $text =~ \{\{([A-Z_]+)\}\} ]]; do
    name=${BASH_REMATCH[1]}
    text=${text//"{{$name}}"/"${!name:?is not set}"}
  done
  (umask 077 && printf '%s\n' "$text" >"$FOLDER/$1")
}

check=${2:-}
case ${1:-} in
etcd)
  fill etcd.yml
  [[ $check ]] || exec etcd --config-file "$FOLDER/etcd.yml"
  ;;
patroni)
  fill patroni.yml
  [[ $check ]] && exec patroni --validate-config "$FOLDER/patroni.yml"
  exec patroni "$FOLDER/patroni.yml"
  ;;
proxies)
  # NODES: the addresses of the machines, separated by spaces.
  SERVERS=$(for node in ${NODES:?is not set}; do echo "  server node-${node//./-} $node:5432"; done)
  export SERVERS
  fill haproxy.cfg
  fill pgbouncer.ini
  (umask 077 && printf '"mithaas" "%s"\n' "${SHOP_PASSWORD:?is not set}" >"$FOLDER/userlist.txt")
  haproxy -c -f "$FOLDER/haproxy.cfg"
  [[ $check ]] && exit 0
  haproxy -db -f "$FOLDER/haproxy.cfg" &
  pgbouncer "$FOLDER/pgbouncer.ini" &
  trap 'kill $(jobs -p)' TERM INT
  # Either of them alone is of no use: the container ends, and is started again.
  wait -n
  ;;
set-up)
  # Once, and harmless when repeated: the shop's role and its empty database.
  export PGPASSWORD=${SUPERUSER_PASSWORD:?is not set} SHOP_PASSWORD=${SHOP_PASSWORD:?is not set} PGCONNECT_TIMEOUT=3
  for _ in {1..90}; do
    # HAProxy's first connections may reach a standby.
    if psql --host="${DATABASE_HOST:?}" --port="${PRIMARY_PORT:?}" --username=postgres --dbname=postgres --no-psqlrc --quiet \
      --set=ON_ERROR_STOP=1 --file="$(dirname "$0")/set-up.sql"; then exit 0; fi
    sleep 1
  done
  exit 1
  ;;
*)
  echo "run.sh etcd|patroni|proxies|set-up [--check]" >&2
  exit 2
  ;;
esac
