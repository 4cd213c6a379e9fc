"""The snippets of the documents run as they stand, each page as one program."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import List

import pytest

from conftest import ROOT, STAND_INS, Key

PAGES = [ROOT / "packages/python/README.md", ROOT / "docs/start/python.md"]


def snippets(page: Path) -> List[str]:
    return re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S)


by_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])


def program(page: Path, url: str) -> str:
    return "\n".join(snippets(page)).replace("http://127.0.0.1:7326", url)


@by_page
def test_the_snippets_of_a_page_run(page: Path, url: str, new_key: Key, tmp_path: Path) -> None:
    assert len(snippets(page)) >= 3
    file = tmp_path / "snippets.py"
    file.write_text(program(page, url))
    # There too, what is installed comes before the stand-ins.
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.path.append({str(STAND_INS)!r})\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    env = {"PATH": os.environ["PATH"], "RECOLLECT_KEY": new_key(), "PYTHONPATH": path}
    done = subprocess.run([sys.executable, str(file)], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "window seat" in done.stdout and done.stderr == ""


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
@by_page
def test_the_snippets_of_a_page_pass_the_type_checker(page: Path, tmp_path: Path) -> None:
    file = tmp_path / "snippets.py"
    file.write_text(program(page, "http://127.0.0.1:7326"))
    command = [sys.executable, "-m", "mypy", "--strict", str(file)]
    done = subprocess.run(command, cwd=ROOT / "packages/python", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
