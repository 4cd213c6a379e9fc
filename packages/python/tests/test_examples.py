"""The examples in Python, each as a person runs it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest

from conftest import ROOT, Key

AGENT = ROOT / "examples/python-agent/agent.py"


def say(url: str, key: str, *lines: str) -> str:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": os.environ.get("PYTHONPATH", ""), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, str(AGENT), "ada"],
        env={**env, "RECOLLECT_URL": url, "RECOLLECT_KEY": key},
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout


def test_the_agent_remembers_from_one_run_to_the_next(url: str, new_key: Key) -> None:
    key = new_key()
    assert "I do not know that yet." in say(url, key, "Which instrument do I play?")
    first = say(url, key, "I play the cello in an amateur orchestra. Nice to meet you!", "")
    assert "I will remember that." in first
    assert "(remembered: I play the cello in an amateur orchestra.)" in first
    assert "Nice to meet you" not in first
    assert "You told me: I play the cello" in say(url, key, "Which instrument do I play?")


def test_the_agent_reads_a_message_that_does_not_fit_into_a_url(url: str, new_key: Key) -> None:
    assert "I will remember that." in say(url, new_key(), "It rained all day. " * 2_000)


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_the_agent_passes_the_type_checker() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", str(AGENT)]
    done = subprocess.run(command, cwd=ROOT / "packages/python", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
