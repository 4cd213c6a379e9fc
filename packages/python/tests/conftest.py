"""The built service on a free port of the loopback, with a folder of its own, for all tests of a run."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, Iterator, List

import pytest

from recollect import Recollect

ROOT = Path(__file__).resolve().parents[3]
STAND_INS = Path(__file__).parent / "stand_ins"
ADMIN_KEY = "rec_admin_of_the_tests_0123456789"
STARTS_WITHIN_SECONDS = 120

# After everything that is installed: an installed framework is tested instead of its stand-in.
sys.path.append(str(STAND_INS))

Key = Callable[[], str]


def is_real(module: str) -> bool:
    """Whether a framework is installed, and not its stand-in."""
    found = importlib.util.find_spec(module)
    return found is not None and not str(found.origin).startswith(str(STAND_INS))


def pytest_report_header() -> str:
    names = ("langgraph.store.base", "google.adk.memory.base_memory_service", "agents.memory")
    return "frameworks: " + ", ".join(f"{name} ({'installed' if is_real(name) else 'stand-in'})" for name in names)


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the service listens."""
    folder = tmp_path_factory.mktemp("service")
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "HOST": "127.0.0.1",
        "PORT": "0",
        "RECOLLECT_DATA_DIR": str(folder),
        "RECOLLECT_ADMIN_KEY": ADMIN_KEY,
        "RECOLLECT_SIGNUP_LIMIT": "0",
        "RECOLLECT_RATE_LIMIT": "0",
        "RECOLLECT_WEBHOOK_ALLOW": "127.0.0.0/8",
    }
    log = folder / "service.log"
    with log.open("wb") as output:
        service = subprocess.Popen(
            ["node", "dist/src/main.js", "serve"], cwd=ROOT, env=env, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        yield _ready(service, folder, log)
    finally:
        service.terminate()
        service.wait()


def _ready(service: "subprocess.Popen[bytes]", folder: Path, log: Path) -> str:
    announced = folder / "service.json"
    for _ in range(STARTS_WITHIN_SECONDS * 10):
        if service.poll() is not None:
            break
        if announced.exists() and (text := announced.read_text()):
            found = str(json.loads(text)["url"])
            with Recollect(found, retries=20) as client:
                client.health()
            return found
        time.sleep(0.1)
    raise RuntimeError(f"The service did not start:\n{log.read_text(errors='replace')}")


@pytest.fixture
def new_key(url: str) -> Key:
    """Creates keys with separate data."""

    def make() -> str:
        with Recollect(url, ADMIN_KEY) as admin:
            return admin.keys.mint(name="test", tier="pro", scopes=["read", "write"])["key"]

    return make


@pytest.fixture
def client(url: str, new_key: Key) -> Iterator[Recollect]:
    with Recollect(url, new_key()) as made:
        yield made


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> List[float]:
    """Records the pauses instead of waiting."""
    made: List[float] = []

    async def pause(seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr("time.sleep", made.append)
    monkeypatch.setattr("asyncio.sleep", pause)
    return made
