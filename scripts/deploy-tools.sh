#!/usr/bin/env bash
# Installs what the tests of deploy/ need (Debian, as root): nginx and Caddy, promtool, and Go with the template
# functions of Helm.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

packages=(nginx-light caddy prometheus golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev)
if dpkg-query --show --showformat='${db:Status-Abbrev}\n' "${packages[@]}" 2>/dev/null | grep -c '^ii' | grep -qx "${#packages[@]}"; then
  echo 'Everything is installed.'
  exit
fi
apt_get() {
  local try
  for try in 1 2 3; do
    # RUNLEVEL: do not start any of the servers.
    RUNLEVEL=1 apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@" </dev/null && return
    echo "apt-get $1 failed (try $try of 3)"
    sleep $((try * 3))
  done
  return 1
}
[ -n "${RECOLLECT_APT_UPDATED:-}" ] || apt_get update
apt_get install -y --no-install-recommends "${packages[@]}"
