#!/usr/bin/env bash
# PostgreSQL with pgvector for tests and CI on Debian.
set -euo pipefail

readonly MIN_PGVECTOR=0.8
readonly DATABASE=recollect
# Tests run two files at once and each file opens several pools, so the default of 100 is too low.
readonly MAX_CONNECTIONS=300
# The kernel limits a socket path to 107 bytes, of which the name of the socket takes up to 15.
readonly MAX_SOCKET_DIR=92

usage() {
  cat >&2 <<'TEXT'
Usage:
  scripts/postgres.sh install            install PostgreSQL and pgvector (Debian, as root)
  scripts/postgres.sh start DIR [PORT]   start a cluster in DIR on 127.0.0.1 and print its URL
  scripts/postgres.sh stop DIR           stop the cluster in DIR (its files stay)
TEXT
  exit 2
}

say() { echo "$*" >&2; }

fail() {
  say "postgres.sh: $*"
  exit 1
}

# Everything except the URL goes to stderr, so that URL=$(scripts/postgres.sh start DIR) works.
apt_get() {
  local try
  for try in 1 2 3; do
    DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@" </dev/null >&2 && return
    say "apt-get $1 failed (try $try of 3)"
    sleep $((try * 3))
  done
  return 1
}

newest_version() {
  local newest
  newest=$(printf '%s\n' /usr/lib/postgresql/*/bin/initdb | sort -V | tail -1)
  [ -x "$newest" ] && basename "${newest%/bin/initdb}"
}

pgvector_version() {
  sed -n "s/^default_version *= *'\(.*\)'/\1/p" "/usr/share/postgresql/$1/extension/vector.control" 2>/dev/null
}

at_least() { [ -n "$1" ] && dpkg --compare-versions "$1" ge "$2"; }

ready() {
  local version
  version=$(newest_version) && at_least "$(pgvector_version "$version")" "$MIN_PGVECTOR"
}

build_pgvector() {
  local version=$1 codename entry uri keyring work
  # shellcheck source=/dev/null
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  [ "$codename" = bookworm ] ||
    fail "no package of pgvector ≥ $MIN_PGVECTOR for PostgreSQL $version here; this script builds it on Debian 12 only."

  say "Building pgvector from the source package of Debian 13"
  apt_get install -y --no-install-recommends "postgresql-server-dev-$version" dpkg-dev gcc make libc6-dev

  # shellcheck disable=SC2016
  read -r uri entry < <(apt-get indextargets --format '$(REPO_URI) $(SOURCESENTRY)' \
    'Identifier: Packages' "Release: $codename" 'Component: main' | head -1) ||
    fail "no Debian source for $codename is set up; run apt-get update first."
  keyring=$(grep -oiP 'signed-by[:=]\s*\K/[^\s\],]+' "${entry%:*}" | head -1 || true)

  work=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  # Does not touch apt's own lists and sources: the entry for trixie lives in a folder that is removed after this build.
  mkdir -p "$work/lists/partial" "$work/source"
  echo "deb-src ${keyring:+[signed-by=$keyring] }$uri trixie main" >"$work/trixie.list"
  local private=(-o "Dir::Etc::sourcelist=$work/trixie.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$work/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root)
  apt_get update "${private[@]}"
  (cd "$work/source" && apt_get source "${private[@]}" pgvector)
  cd "$work"/source/pgvector-*/
  # No bitcode (it needs clang), and no -march=native, which breaks if the machine moves to another processor.
  local flags=(with_llvm=no "OPTFLAGS=" "PG_CONFIG=/usr/lib/postgresql/$version/bin/pg_config")
  make -s -j"$(nproc)" "${flags[@]}" >&2
  make -s "${flags[@]}" install >&2
  cd /
}

install_all() {
  local version
  if ready; then
    version=$(newest_version)
    say "PostgreSQL $version with pgvector $(pgvector_version "$version") is installed"
    return
  fi
  command -v apt-get >/dev/null ||
    fail "this needs Debian; elsewhere install PostgreSQL ≥ 15 and pgvector ≥ $MIN_PGVECTOR with your own tools."
  [ "$(id -u)" = 0 ] || fail "installing packages needs root: run it with sudo."

  [ "${RECOLLECT_APT_UPDATED:-}" = 1 ] || apt_get update
  version=$(newest_version) || {
    apt_get install -y --no-install-recommends postgresql
    version=$(newest_version)
  }
  local package="postgresql-$version-pgvector" candidate
  candidate=$(apt-cache policy "$package" | sed -n 's/^ *Candidate: *//p')
  if [ "$candidate" != '(none)' ] && at_least "$candidate" "$MIN_PGVECTOR"; then
    apt_get install -y --no-install-recommends "$package"
  else
    build_pgvector "$version"
  fi
  ready || fail "pgvector ≥ $MIN_PGVECTOR is still missing after the install."
  say "Installed PostgreSQL $version with pgvector $(pgvector_version "$version")"
}

# The server refuses to run as root, and each of its tools would complain about a folder that only root may enter.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi
}

find_tools() {
  local version
  version=$(newest_version) || fail "PostgreSQL is not installed; run: scripts/postgres.sh install"
  BIN=/usr/lib/postgresql/$version/bin
}

alive() { as_postgres "$BIN/pg_ctl" status -D "$1/data" >/dev/null 2>&1; }

# A server that was just killed, or that is recovering, is alive but does not respond yet: give it 10 s to settle.
running_port() {
  local port
  for _ in {1..40}; do
    alive "$1" || return
    port=$(as_postgres sed -n 4p "$1/data/postmaster.pid" 2>/dev/null)
    if [ -n "$port" ] && "$BIN/pg_isready" -q -h 127.0.0.1 -p "$port"; then
      echo "$port"
      return
    fi
    sleep 0.25
  done
  return 1
}

free_port() {
  node -e 'const s=require("node:net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'
}

create_cluster() {
  local dir=$1 output
  if [ "$(id -u)" = 0 ]; then
    local hint="name a new folder under /tmp or /var/tmp."
    as_postgres test -d "$dir" || fail "the user postgres cannot reach $dir; $hint"
    # A folder with files in it may belong to anyone, so only an empty one is handed over to postgres.
    if [ -z "$(ls -A "$dir")" ]; then chown postgres: "$dir"; fi
    as_postgres test -w "$dir" || fail "the user postgres cannot write to $dir; $hint"
  fi
  output=$(as_postgres "$BIN/initdb" -D "$dir/data" -U postgres --auth=trust -E UTF8 --locale=C.UTF-8 2>&1) || {
    say "$output"
    fail "initdb failed."
  }
  # fsync stays on: tests kill the server and expect to find what was committed.
  as_postgres tee -a "$dir/data/postgresql.conf" >/dev/null <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = '${dir//\'/\'\'}'
max_connections = $MAX_CONNECTIONS
CONF
}

# Retried because another program may take a free port first, and because the children of a killed server need a moment
# to release its shared memory. Sets `port`.
start_server() {
  local dir=$1 given=$2
  for _ in 1 2 3; do
    port=${given:-$(free_port)}
    as_postgres "$BIN/pg_ctl" start -w -t 60 -D "$dir/data" -l "$dir/log" -o "-p $port" >/dev/null 2>&1 </dev/null && return
    sleep 1
  done
  as_postgres tail -n 10 "$dir/log" >&2 || true
  fail "the server did not start; the lines above are from $dir/log."
}

start() {
  local dir given=$2 port
  find_tools
  [[ "$given" =~ ^[0-9]*$ ]] || fail "the port must be a number, not '$given'."
  dir=$(realpath -m "$1")
  [ "$(printf %s "$dir" | wc -c)" -le "$MAX_SOCKET_DIR" ] ||
    fail "$dir is too long for a Unix socket ($MAX_SOCKET_DIR bytes at most); name a shorter folder."
  mkdir -p "$dir"

  if port=$(running_port "$dir"); then
    [ -z "$given" ] || [ "$given" = "$port" ] || fail "the cluster in $dir already runs on port $port; stop it first."
  else
    as_postgres test -f "$dir/data/PG_VERSION" || create_cluster "$dir"
    start_server "$dir" "$given"
  fi

  local psql=("$BIN/psql" -X -q -A -t -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$port" -U postgres)
  [ "$("${psql[@]}" -d postgres -c "SELECT 1 FROM pg_database WHERE datname = '$DATABASE'")" = 1 ] ||
    "${psql[@]}" -d postgres -c "CREATE DATABASE $DATABASE" >&2
  PGOPTIONS='-c client_min_messages=warning' \
    "${psql[@]}" -d "$DATABASE" -c 'CREATE EXTENSION IF NOT EXISTS vector' >&2
  echo "postgres://postgres@127.0.0.1:$port/$DATABASE"
}

stop() {
  local dir
  find_tools
  [ -d "$1" ] || fail "there is no folder $1."
  dir=$(realpath "$1")
  alive "$dir" || return 0
  as_postgres "$BIN/pg_ctl" stop -w -t 60 -m fast -D "$dir/data" >/dev/null || ! alive "$dir" ||
    fail "the server in $dir did not stop within a minute."
}

case "${1:-} $#" in
  'install 1') install_all ;;
  'start 2' | 'start 3') start "$2" "${3:-}" ;;
  'stop 2') stop "$2" ;;
  *) usage ;;
esac
