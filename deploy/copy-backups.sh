#!/bin/bash
# copy-backups.sh FOLDER: copies the good nightly backups of a folder to another place by restic, encrypted, and reads part of what is there.
# restic knows the place and its password from RESTIC_REPOSITORY (sftp:user@host:/mithaas, s3:https://host/bucket, a mounted disk) and
# RESTIC_PASSWORD: docs/operations.md#copy-the-backups-away.
# Only a copy that went well is told to others: mithaas_backup_copy.prom beside the backups, and DONE_URL if it is set.
set -euo pipefail
folder=${1:?which folder}
cd "$folder"
# A copy of old backups alone would look like a good one.
[[ $(find . -maxdepth 1 -name 'mithaas-nightly-2*.tar.gz' -mmin -1560) ]] || { echo "No backup in $folder is of the last 26 hours." >&2; exit 1; }
restic backup --quiet --host mithaas --tag nightly mithaas-nightly-2*.tar.gz
restic forget --quiet --host mithaas --tag nightly --group-by host,tags --keep-daily 14 --keep-weekly 8 --keep-monthly 12 --prune
restic check --quiet --read-data-subset=5%
cat >.mithaas-copy <<METRIC
# HELP mithaas_backup_copied_timestamp_seconds When the backups were last copied away.
# TYPE mithaas_backup_copied_timestamp_seconds gauge
mithaas_backup_copied_timestamp_seconds $(date +%s)
METRIC
chmod a+r .mithaas-copy
mv .mithaas-copy mithaas_backup_copy.prom
if [[ ${DONE_URL:-} ]]; then curl --fail --silent --show-error --retry 3 --max-time 30 --output /dev/null "$DONE_URL"; fi
