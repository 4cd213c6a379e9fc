"""Whole small stores: what superseded what in them, which memories answer their questions, and which are near each
other."""
import glob
import random
import re
import zlib
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F

from base import base_weights
from files import own, stores_of, talks
from model import RELATIONS, Bert

NEAR = 12  # neighbours of a memory that are worth comparing with it
USEFUL = 0.4  # how much a memory is needed that would help but would not be missed
FAR = 24  # memories near a question that its misses are drawn from
PLAIN = 10.5  # the most words that a memory has on average in a store of plain short statements
NEXT = 400  # characters of what was said next, as the service reads them
WORN = 8  # one question in so many is also asked with a typing slip or without its question mark


def word_vectors(texts, size=4096):
    """Rare words hashed into a vector: a measure of nearness if bge's file is not available."""
    bags = [set(re.findall(r"\w{3,}", t.lower())) for t in texts]
    seen = Counter(w for bag in bags for w in bag)
    out = np.zeros((len(texts), size), np.float32)
    for row, bag in zip(out, bags):
        for w in bag:
            row[zlib.crc32(w.encode()) % size] += np.log(len(texts) / seen[w])
    return out / np.maximum(1e-6, np.linalg.norm(out, axis=1, keepdims=True))


def base_vectors(base, texts, words, size=512):
    """bge's own vectors: used only to measure nearness."""
    from data import tensors

    if not glob.glob(f"{base}/model_quantized.onnx*"):
        return word_vectors(texts)

    bert = Bert.from_base(base_weights(base)).cuda().eval()
    tokens, out = words(texts, 126), []
    with torch.no_grad():
        for at in range(0, len(tokens), size):
            out.append(F.normalize(bert(*tensors([(t, None) for t in tokens[at : at + size]], 128).cuda())[:, 0], dim=1).cpu().numpy())
    return np.concatenate(out)


def slip(question, rng):
    """The question with one letter of one word left out, doubled, replaced or swapped with the next."""
    words = re.findall(r"\b[a-z]{5,}\b", question)
    if not words:
        return question
    word = rng.choice(words)
    at = rng.randrange(1, len(word) - 1)
    worn = rng.choice([
        word[:at] + word[at + 1 :],
        word[: at + 1] + word[at:],
        word[:at] + rng.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    ])
    return question.replace(word, worn, 1)


def in_all_forms(store, forms, rng):
    """The store with its questions asked in other forms as well."""
    out = dict(store)
    for kind in ("questions", "unanswerable"):
        rows = list(store[kind])
        for row in store[kind]:
            rows += [{**row, "q": text} for text in forms.get((store["store"], row["q"]), [])]
        worn = rng.sample(rows, len(rows) // WORN)
        out[kind] = rows + [{**row, "q": rng.choice([slip(row["q"], rng), row["q"].rstrip("?")])} for row in worn]
    return out


def asked_of(store):
    return [q["q"] for q in store["questions"] + store["unanswerable"]] + [t["task"] for t in store["tasks"]]


class Stores:
    """Everything as token lists. `pairs`: (earlier, later, label); `quiet`: near pairs that do not conflict;
    `questions`: (question, answers, misses: the likeliest first), answers empty if there are none; `tasks`: (task,
    what it needs, what would help, the rest: the nearest first). `plain`: the questions asked of plain short
    statements."""

    def __init__(self, base, words, held_out=False):
        self.pairs, self.quiet, self.questions, self.plain, self.tasks, self.texts = [], [], [], [], [], []
        forms = {(row["of"], row["q"]): [row[kind] for kind in ("phrase", "message", "reworded") if kind in row] for row in own("forms")}
        rng = random.Random(1)
        stores = [in_all_forms(store, forms, rng) for store in stores_of(held_out)]
        vectors = base_vectors(base, [t for s in stores for t in [m["text"] for m in s["memories"]] + asked_of(s)], words)
        at = 0
        for store in stores:
            count = len(store["memories"]) + len(asked_of(store))
            self.add(store, vectors[at : at + count], words)
            at += count

    def add(self, store, vectors, words):
        memories = store["memories"]
        at = {m["id"]: i for i, m in enumerate(memories)}
        tokens = words([m["text"] for m in memories], 112)
        asked = asked_of(store)
        own, questions = vectors[: len(memories)], vectors[len(memories) :]
        self.texts += [(m["text"], m.get("category"), bool(m.get("vital"))) for m in memories]
        chain = list(range(len(memories)))  # a chain of superseded memories is one subject

        def root(i):
            while chain[i] != i:
                i = chain[i]
            return i

        listed = set()
        for r in store["replaced"]:
            old, new = at[r["old"]], at[r["new"]]
            listed.add((old, new))
            chain[root(old)] = root(new)
            self.pairs.append((tokens[old], tokens[new], RELATIONS.index("conflict" if r["how"] == "whole" else "partial")))
        disputed = {frozenset(at[x] for x in pair) for pair in store.get("disputed", [])}
        likeness = own @ own.T
        for i in range(len(memories)):
            for j in np.argsort(-likeness[i])[1 : NEAR + 1]:
                j = int(j)
                if root(i) != root(j) and frozenset((i, j)) not in disputed:
                    a, b = sorted((i, j), key=lambda k: (memories[k]["at"], k))
                    self.quiet.append((tokens[a], tokens[b]))
        texts = words(asked, 64)
        rows = store["questions"] + store["unanswerable"]
        is_plain = np.mean([len(m["text"].split()) for m in memories]) <= PLAIN
        order = np.argsort(-(questions @ own.T), axis=1).tolist()
        for n, row in enumerate(rows):
            answers = [at[x] for x in row.get("answers", [])]
            near = [at[x] for x in row.get("near", [])]
            out = {*answers, *near, *(at[x] for x in row.get("stale", []))}
            if row.get("kind") == "past":  # the texts do not show which of two values came first
                out |= {at[r["new"]] for r in store["replaced"] if at[r["old"]] in answers}
            misses = (near + [i for i in order[n] if i not in out])[:FAR]
            self.questions.append((texts[n], [tokens[i] for i in answers], [tokens[i] for i in misses]))
            if is_plain:
                self.plain.append(self.questions[-1])
        for n, task in enumerate(store["tasks"], len(rows)):
            must, useful = ([at[x] for x in task.get(kind, [])] for kind in ("must", "useful"))
            out = {*must, *useful, *(at[x] for x in task.get("must_not", []))}
            listed = "useful" in task  # if the helpful memories were not listed, near ones may be helpful
            rest = [i for i in order[n] if i not in out][0 if listed else len(memories) // 2 :]
            self.tasks.append((texts[n], *([tokens[i] for i in part] for part in (must, useful, rest))))

    def pair_rows(self, count, draw):
        return [next(draw) for _ in range(count)]

    def task_rows(self, count, draw, asked, rng, size):
        """(task, candidates, how much each is needed). One in three is a question: its answers count as needed."""
        rows = []
        for n in range(count):
            if n % 3 == 2:
                task, must, rest = next(asked)
                useful = []
            else:
                task, must, useful, rest = next(draw)
            picked = [(t, 1.0) for t in rng.sample(must, min(len(must), rng.randint(1, 3)))]
            picked += [(t, USEFUL) for t in rng.sample(useful, min(len(useful), 1))]
            near = rest[: 2 * size]
            wrong = size - len(picked)
            picked += [(t, 0.0) for t in rng.sample(near, min(len(near), wrong - wrong // 3))]
            while len(picked) < size:
                picked.append((rng.choice(rest), 0.0))
            rows.append((task, [t for t, _ in picked], [share for _, share in picked]))
        return rows

    def question_rows(self, count, draw, rng, size):
        """(question, candidates, has an answer), the answer first; misses are mostly the nearest."""
        rows = []
        for _ in range(count):
            question, answers, misses = next(draw)
            answered = bool(answers) and rng.random() >= 0.08
            near = misses[: size + 4]
            wrong = rng.sample(near, min(size - 1, len(near))) if rng.random() < 0.8 else rng.sample(misses, min(size - 1, len(misses)))
            picked = ([rng.choice(answers)] if answered else []) + wrong
            while len(picked) < size:
                picked.append(rng.choice(misses))
            rows.append((question, picked[:size], answered))
        return rows


def episodes(words):
    """(sentence with its speaker, what was said next, keep it) of the conversations in the training set."""
    rows = [row for talk in talks() for row in sentence_rows(talk)]
    a, b = words([r[0] for r in rows], 64), words([r[1] for r in rows], 96)
    return [(x, y, r[2]) for x, y, r in zip(a, b, rows)]


def sentence_rows(talk):
    from sentences import sentences_of

    turns, rows = talk["turns"], []
    for i, turn in enumerate(turns):
        speaker, _, said = turn["t"].partition(": ")
        if not said:
            speaker, said = "", turn["t"]
        parts = sentences_of(said)
        for n, sentence in enumerate(parts):
            if sentence in turn.get("unsure", []):
                continue
            after = " ".join(parts[n + 1 :] + [t["t"] for t in turns[i + 1 : i + 7]])[:NEXT]
            kept = any(k.strip(" .!?") and (k.strip(" .!?") in sentence or sentence.strip(" .!?") in k) for k in turn["keep"])
            rows.append((f"{speaker}: {sentence}" if speaker else sentence, after, kept))
    return rows
