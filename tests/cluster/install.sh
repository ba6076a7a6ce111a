#!/usr/bin/env bash
# What `make test-cluster` needs beside the virtual environment: Slurm, PostgreSQL, a Python for every user.
set -euo pipefail

missing=()
command -v slurmctld >/dev/null || [ -x /usr/sbin/slurmctld ] || missing+=(slurm-wlm)
command -v munged >/dev/null || [ -x /usr/sbin/munged ] || missing+=(munge)
compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || missing+=(postgresql)
compgen -G "/usr/lib/python3*/ensurepip" >/dev/null || missing+=(python3-venv)
((${#missing[@]})) || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Missing: ${missing[*]}. Install them, or call this as root where there is apt-get." >&2
    exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
