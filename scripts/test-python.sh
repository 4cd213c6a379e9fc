#!/usr/bin/env bash
# Tests the Python client: its types, its tests against the built service, the snippets of its pages, and its
# installation with pip. Debian's packages are enough; as root it installs those that are missing. If it cannot, it says
# so and exits with 0, unless RECOLLECT_TEST_REQUIRE_ALL=1.
set -euo pipefail
cd "$(dirname "$0")/.."
export DEBIAN_FRONTEND=noninteractive PYTHONDONTWRITEBYTECODE=1
# Settings meant for other Python programs must not affect these.
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV

PYTHON=${RECOLLECT_TEST_PYTHON:-/usr/bin/python3}
PACKAGES=(python3 python3-httpx python3-pytest mypy python3-pip python3-venv python3-setuptools)

missing() {
  [ -x "$PYTHON" ] || { echo "$PYTHON"; return; }
  "$PYTHON" - <<'PY'
from importlib.util import find_spec
print(*[name for name in ("httpx", "pytest", "mypy", "pip", "venv", "ensurepip", "setuptools") if find_spec(name) is None])
PY
}

apt() {
  apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@"
}

if [ -n "$(missing)" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  [ -n "${RECOLLECT_APT_UPDATED:-}" ] || apt update || true
  apt install -y --no-install-recommends "${PACKAGES[@]}" || true
fi
if [ -n "$(missing)" ]; then
  echo "The Python client is not tested: $(missing) cannot be found by $PYTHON. On Debian: apt-get install ${PACKAGES[*]}"
  [ "${RECOLLECT_TEST_REQUIRE_ALL:-}" != 1 ] || exit 1
  exit 0
fi

work=$(mktemp -d)
export MYPY_CACHE_DIR=$work/mypy
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

echo '── pip install ./packages/python'
# Building leaves files beside the sources, so a copy is built. The environment sees Debian's packages; nothing is
# downloaded.
cp -R packages/python "$work/package"
"$PYTHON" -m venv --system-site-packages "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --no-index "$work/package"
(
  cd "$work"
  "$work/venv/bin/python" - <<'PY'
from importlib.metadata import version
from importlib.resources import files
import recollect
assert version("recollect") == recollect.__version__, (version("recollect"), recollect.__version__)
assert "venv" in (recollect.__file__ or ""), recollect.__file__
assert files("recollect").joinpath("py.typed").is_file()
print(f"recollect {recollect.__version__} is installed")
PY
)

# The adapter's framework, if there is a package index to install it from: its tests then run against the real one.
if "$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check --retries 0 --timeout 10 langgraph-checkpoint >"$work/pip.log" 2>&1; then
  echo 'langgraph-checkpoint is installed'
else
  echo 'langgraph-checkpoint cannot be installed here: its adapter is tested with a stand-in'
fi

cd packages/python
echo '── mypy --strict'
"$PYTHON" -m mypy --strict src tests
echo '── pytest'
"$work/venv/bin/python" -m pytest -q -rs
