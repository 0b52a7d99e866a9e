#!/bin/bash
# Moves the shop of an older compose.yaml, which was the superuser of its PostgreSQL, to a role of its own. In the database's container, while
# the shop and the backup are stopped: docs/upgrades.md#a-role-of-its-own-for-the-shop. It may be repeated when it was interrupted.
#
# PostgreSQL's first superuser can be neither demoted nor dropped. What it owns cannot be reassigned. So that role is renamed, and its database
# copied: whatever is in the copy belongs to the shop's new role, which has created it.
#
# The copy gets the name mithaas when it is whole. Until then a shop finds no database, and cannot fill an empty one.
set -euo pipefail
: "${POSTGRES_PASSWORD:?is not set: that of the superuser}" "${SHOP_PASSWORD:?is not set}"
export PGDATABASE=postgres
# as ROLE …: psql, which ends at the first error.
as() { psql --username="$1" --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "${@:2}"; }

if psql --username=mithaas --no-psqlrc --command='select 1' >/dev/null 2>&1 &&
  [[ $(as mithaas --command="select rolsuper from pg_roles where rolname = current_user") == t ]]; then
  used=$(as mithaas --command="select count(*) from pg_stat_activity where datname = 'mithaas'")
  [[ $used == 0 ]] || { echo "The database is in use by $used sessions: stop the shop and the backup first." >&2; exit 1; }
  # Nobody may rename the role that a session has signed in as.
  as mithaas --command="drop role if exists mithaas_mover" --command="create role mithaas_mover superuser login"
  as mithaas_mover <<'SQL'
\getenv password POSTGRES_PASSWORD
begin;
alter database mithaas rename to mithaas_before;
alter role mithaas rename to postgres;
alter role postgres password :'password';
commit;
SQL
fi
as postgres --command="drop role if exists mithaas_mover"
has() { [[ $(as postgres --command="select count(*) from pg_database where datname = '$1'") == 1 ]]; }
tables() { as "$1" --dbname="$2" --command="select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"; }
if ! has mithaas_before; then
  echo "The shop has a role of its own already."
  exit
fi
moved="copied from mithaas_before by own-role.sh"
comment=$(as postgres --command="select shobj_description(oid, 'pg_database') from pg_database where datname = 'mithaas'")
if [[ $comment != "$moved" ]]; then
  if has mithaas && [[ $(tables postgres mithaas) != 0 ]]; then
    echo "The database mithaas has tables, but it is no copy of mithaas_before, which has the shop's data. Nothing was changed." >&2
    echo "Rename or drop mithaas, then run this again." >&2
    exit 1
  fi
  as postgres --command="drop database if exists mithaas_moving with (force)"
  as postgres --set=database=mithaas_moving --file="$(dirname "$0")/set-up.sql"
  pg_dump --username=postgres --no-owner --no-privileges mithaas_before | as mithaas --dbname=mithaas_moving >/dev/null
  as postgres --command="drop database if exists mithaas"
  as postgres <<SQL
begin;
comment on database mithaas_moving is '$moved';
alter database mithaas_moving rename to mithaas;
commit;
SQL
fi
echo "The shop's role owns $(tables mithaas mithaas) tables of $(tables postgres mithaas_before). The old database is mithaas_before."
