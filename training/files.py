"""The files of data/: what they contain, and what is held out."""
import glob
import gzip
import hashlib
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
CATEGORIES = "preferences people tasks events technical commerce location health facts other".split()
# Five lives for choosing thresholds and weights, five for reporting. No life is trained on.
TUNING = ["android-khang", "choir-henrike", "florist-ines", "glacier-giulia", "qa-kiran"]
REPORTING = ["chess-mwangi", "dispatcher-rhonda", "farm-teixeira", "foodbank-mhairi", "lighthouse-torbjorn"]


def lines(path):
    opened = gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")
    with opened as file:
        return [json.loads(line) for line in file if line.strip()]


def own(kind):
    return lines(f"{HERE}/data/{kind}.jsonl")


def lives(names):
    found = []
    for name in names:
        with open(f"{HERE}/data/lives/{name}.json", encoding="utf-8") as file:
            found.append(json.load(file))
    return found


def held_out(text):
    """One example in twenty is never trained on; which one depends only on its text."""
    return hashlib.sha256(text.encode()).digest()[0] % 20 == 0


def split(rows, key):
    return [r for r in rows if not held_out(r[key])], [r for r in rows if held_out(r[key])]


def stores_of(held_out=False):
    """One store in ten is never trained on; which one depends only on its name."""
    found = []
    for path in sorted(glob.glob(f"{HERE}/data/stores/*.json")):
        with open(path, encoding="utf-8") as file:
            store = json.load(file)
        if (hashlib.sha256(store["store"].encode()).digest()[0] % 10 == 0) == held_out:
            found.append(store)
    return found


def talks(held_out=False):
    """The conversations; one in ten is held out."""
    with open(f"{HERE}/data/episodes.jsonl", encoding="utf-8") as file:
        found = [json.loads(line) for line in file if line.strip()]
    return [t for t in found if (hashlib.sha256(t["title"].encode()).digest()[0] % 10 == 0) == held_out]
