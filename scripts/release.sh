#!/usr/bin/env bash
# Prepares a release and, with --publish, publishes it. See docs/deploy.md#publishing.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat >&2 <<'TEXT'
Usage: scripts/release.sh [--publish] [--unchecked] [FOLDER]
  Checks that the tree is clean and that all versions and the changelog agree, builds, runs all tests, and puts into FOLDER
  (artifacts/release) the packages, their SBOM and SHA256SUMS. Then prints the commands that publish them.
  --publish     runs these commands; in a CI job that npm trusts, because provenance is signed there
  --unchecked   does not build and test again what .ci/run has just tested
TEXT
  exit 2
}
fail() {
  echo "release.sh: $*" >&2
  exit 1
}

publish= unchecked= folder=artifacts/release
while [ $# -gt 0 ]; do
  case $1 in
    --publish) publish=1 ;;
    --unchecked) unchecked=1 ;;
    -*) usage ;;
    *) folder=$1 ;;
  esac
  shift
done

[ -z "$(git status --porcelain)" ] || fail 'the working tree has changes: commit or remove them first'
version=$(node scripts/check-versions.mjs ${publish:+--released}) || fail 'the versions do not agree'
if [ -n "$publish" ]; then
  [ "$(git describe --exact-match --tags 2>/dev/null)" = "v$version" ] || fail "this commit does not have the tag v$version"
  node -e "process.exit(require('./package.json').repository ? 0 : 1)" || fail 'package.json has no repository: npm refuses provenance without it'
  case $(node -p "require('./server.json').name") in
    example.*) fail 'server.json has a placeholder for its namespace: use one that you own, also as mcpName in package.json' ;;
  esac
  for engine in sqlite postgres; do
    [ -f "test/released/$version.$engine.backup" ] ||
      fail "test/released has no $engine database of $version, for the tests of later releases: run node dist/test/released/keep.js, commit, and set the tag again"
  done
fi

if [ -z "$unchecked" ]; then
  npm ci
  npm run build
  npm test
  npm run lint
  npm run typecheck
  npm run docs:check
fi

rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
[ -n "$unchecked" ] || node scripts/build-client.mjs
# Already built and tested above: packing runs nothing.
npm pack --silent --ignore-scripts --pack-destination "$folder"
npm pack --silent --ignore-scripts --pack-destination "$folder" --workspace packages/client
npm run --silent sbom >"$folder/recollect-$version.cdx.json"
cp server.json "$folder/"
(cd "$folder" && sha256sum -- * >SHA256SUMS)

commands=(
  "npm publish --provenance --access public $folder/recollect-$version.tgz"
  "npm publish --provenance --access public $folder/recollect-client-$version.tgz"
  "mcp-publisher publish $folder/server.json"
)
echo "Recollect $version is in $folder:"
(cd "$folder" && du -h -- *)
if [ -z "$publish" ]; then
  echo 'Nothing was published. These commands do it (or --publish):'
  printf '  %s\n' "${commands[@]}"
  exit
fi
for command in "${commands[@]}"; do
  echo "── $command"
  $command
done
