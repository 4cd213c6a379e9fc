"""What the models learn from: our own pairs, groups and texts, and public question/answer and inference data."""
import json
import lzma
import os
import random
import re
from collections import Counter

import numpy as np
import torch
from tokenizers import Tokenizer

from files import lines, own, split
from model import RELATIONS
from stores import Stores, episodes

CLS, SEP = 101, 102
# Public sources whose licence is beyond doubt; SQuADShifts is left out.
SOURCES = {"squad", "qnli", "spc"}


class Words:
    """bge's tokenizer. Long texts are truncated."""

    def __init__(self, folder):
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def __call__(self, texts, longest=128):
        texts = list(texts)
        if not texts:
            return []
        if len(texts) < 8:
            encoded = [self.tokenizer.encode(t, add_special_tokens=False) for t in texts]
        else:
            encoded = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        return [np.array(e.ids[:longest], dtype=np.int64) for e in encoded]


def fit(a, b, longest):
    """Shortens the longer of two texts until both fit."""
    room = longest - 3
    if len(a) + len(b) > room:
        half = room // 2
        if len(a) <= half:
            b = b[: room - len(a)]
        elif len(b) <= half:
            a = a[: room - len(b)]
        else:
            a, b = a[:half], b[: room - half]
    return a, b


def tensors(pairs, longest=256):
    """Pairs of token lists (the second may be None) as input_ids, attention_mask, token_type_ids."""
    rows = []
    for a, b in pairs:
        if b is None:
            a = a[: longest - 2]
            rows.append((len(a) + 2, np.concatenate([[CLS], a, [SEP]])))
        else:
            a, b = fit(a, b, longest)
            rows.append((len(a) + 2, np.concatenate([[CLS], a, [SEP], b, [SEP]])))
    width = (max(len(ids) for _, ids in rows) + 7) // 8 * 8
    out = np.zeros((3, len(rows), width), dtype=np.int64)
    for i, (first, ids) in enumerate(rows):
        out[0, i, : len(ids)] = ids
        out[1, i, : len(ids)] = 1
        out[2, i, first : len(ids)] = 1
    return torch.from_numpy(out)


def chunks(pairs, longest=256, parts=3):
    """Splits a batch into parts of similar length, which saves padding: (indices, tensors) of each."""
    order = sorted(range(len(pairs)), key=lambda i: sum(len(x) for x in pairs[i] if x is not None))
    size = -(-len(order) // parts)
    for at in range(0, len(order), size):
        part = order[at : at + size]
        yield torch.tensor(part), tensors([pairs[i] for i in part], longest)


def endless(items, rng):
    """All items in random order, repeated endlessly."""
    while True:
        order = list(items)
        rng.shuffle(order)
        yield from order


NAME = re.compile(r"\b[A-ZÀ-Ý][a-zà-ÿ]{2,}\b")
NOT_NAMES = set(
    "User Assistant The This That What When Where Who Why How Which Does Did Can Has Have Was Were Are Any Anything"
    " Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August"
    " September October November December".split()
)


class Names:
    """Capitalised words that never occur in lower case: mostly people. A different name makes it a different subject."""

    def __init__(self, texts):
        small, large = Counter(), Counter()
        for text in texts:
            small.update(re.findall(r"\b[a-zà-ÿ]+\b", text))
            large.update(NAME.findall(text))
        self.all = sorted(n for n in large if n not in NOT_NAMES and not small[n.lower()])
        self.known = set(self.all)

    def other(self, text, shared_with, rng, first_only=False):
        """`text` with a name that both texts share replaced by another one, or None."""
        shared = [n for n in NAME.findall(text) if n in self.known and re.search(rf"\b{n}\b", shared_with)]
        if first_only:
            shared = [n for n in shared if shared_with.startswith(n)]
        if not shared:
            return None
        return re.sub(rf"\b{shared[0]}\b", rng.choice(self.all), text)


def public(folder, words):
    """Questions with answers and near misses; inference pairs. All as token lists."""
    with lzma.open(f"{folder}/generic.json.xz", "rt") as file:
        generic = json.load(file)
    with lzma.open(f"{folder}/conflicts.json.xz", "rt") as file:
        made = json.load(file)
    mined = np.load(f"{folder}/mined.npz")["m"]
    texts = words(generic["texts"], 96)
    questions = []
    for (question, answers, misses, source), near in zip(generic["rel"], mined):
        if source in SOURCES and answers:
            near = [int(i) for i in near if i >= 0 and int(i) not in answers]
            questions.append((question, answers, misses, near))
    inference = [(texts[a], texts[b], label) for a, b, label, *_ in generic["nli"]]
    sides = words([text for row in made for text in row[:2]], 96)
    inference += [(sides[2 * i], sides[2 * i + 1], row[2]) for i, row in enumerate(made)]
    return texts, questions, inference


class Corpus:
    """Everything, tokenised once; batches are drawn from it."""

    def __init__(self, folder, base, seed=1, compound=0.0):
        self.compound = compound  # the share of pairs that are lengthened
        words = Words(base)
        rng = random.Random(seed)
        self.texts, self.questions, self.inference = public(folder, words)
        pairs, _ = split(own("pairs"), "a")
        groups, _ = split(own("groups"), "q")
        english = lambda rows: [r for r in rows if r["focus"] != "other languages"]  # German capitalises every noun
        names = Names([t for p in english(pairs) for t in (p["a"], p["b"])] + [t for g in english(groups) for t in g["pos"] + g["neg"]])

        a, b = words([p["a"] for p in pairs], 112), words([p["b"] for p in pairs], 112)
        self.pairs = [(x, y, RELATIONS.index(p["label"])) for x, y, p in zip(a, b, pairs)]
        self.short = [pair for pair, p in zip(self.pairs, pairs) if p["focus"] == "short statements"]
        renamed = []
        for p, x in zip(pairs, a):
            if p["label"] in ("conflict", "same", "partial"):
                text = names.other(p["b"], p["a"], rng, first_only=True)
                if text:
                    renamed.append((x, text))
        self.renamed = [(x, y, RELATIONS.index("different")) for (x, _), y in zip(renamed, words([t for _, t in renamed], 112))]

        self.groups = []
        for g in groups:
            strangers = [s for s in (names.other(p, g["q"], rng) for p in g["pos"]) if s]
            tokens = [words(g[k], 96) for k in ("pos", "neg")] + [words(strangers, 96)]
            self.groups.append((words([g["q"]], 48)[0], *tokens, g.get("kind") == "update"))
        self.answers = [p for g in self.groups for p in g[1]]
        self.steady = [g[2] for g in self.groups if not g[4]]
        self.loose_texts = words([t["text"] for t in split(own("texts"), "text")[0]], 96)
        self.loose_texts += [side for pair in self.inference[::20] for side in pair[:2]]
        self.stores = Stores(base, words)
        self.talk = episodes(words)

    def relation_rows(self, count, draw, rng):
        """Pairs with their label. Sides are sometimes swapped if the label is symmetric, so that the order reveals
        nothing."""
        rows = []
        for _ in range(count):
            a, b, label = rng.choice(self.renamed) if rng.random() < 0.06 else next(draw)
            if rng.random() < 0.25 and RELATIONS[label] in ("conflict", "compatible", "different"):
                a, b = b, a
            if rng.random() < self.compound:
                a, b, label = self.lengthen(a, b, label, rng)
            rows.append((a, b, label))
        return rows

    def lengthen(self, a, b, label, rng):
        """Adds an unrelated text to one of the two. If it is added to a, b leaves that part of a untouched: a conflict
        then becomes partial. Otherwise the model would learn that a long first text means `partial`."""
        besides = rng.choice(rng.choice(self.steady))
        name = RELATIONS[label]
        if name == "same" or rng.random() < 0.5:
            return a, self.join(b, besides, rng), label
        return self.join(a, besides, rng), b, RELATIONS.index("partial") if name == "conflict" else label

    @staticmethod
    def join(a, b, rng):
        return np.concatenate([a, b] if rng.random() < 0.5 else [b, a])

    def quiet_rows(self, count, rng):
        """Memories of one small world where nothing changed, or of two worlds: no conflict. Stores are full of such
        pairs."""
        rows = []
        for _ in range(count):
            a, b, c, d = rng.sample(rng.choice(self.steady), 4)
            if rng.random() < 0.3:
                b, d = rng.sample(rng.choice(self.steady), 2)
            if rng.random() < 2 * self.compound:
                a, b = self.join(a, c, rng), self.join(b, d, rng) if rng.random() < 0.5 else b
            rows.append((a, b) if rng.random() < 0.5 else (b, a))
        return rows

    def loose_rows(self, count, rng):
        """Two memories of one small world, without a label: for the teachers to judge."""
        rows = []
        for _ in range(count):
            _, pos, neg, _, _ = rng.choice(self.groups)
            rows.append(tuple(rng.sample(pos + neg, 2)))
        return rows

    def public_rows(self, count, draw, rng, size):
        """(question, candidates, has an answer): the answer first, if there is one."""
        rows = []
        for _ in range(count):
            question, answers, misses, near = next(draw)
            wrong = rng.sample(near, min(3, len(near))) + rng.sample(misses, min(3, len(misses)))
            picked = [self.texts[i] for i in [rng.choice(answers)] + wrong[: size - 1]]
            picked += [self.texts[rng.choice(next(draw)[1])] for _ in range(size - len(picked))]
            rows.append((self.texts[question][:48], picked, True))
        return rows

    def group_rows(self, count, draw, rng, size):
        """The same from our own groups. The answer under a different name is a miss, and so are answers to other
        questions. The writers' answers are longer than their misses, which reveals them: therefore six misses in ten
        are two misses in one text, and some answers are joined with a miss."""
        rows = []
        for _ in range(count):
            question, pos, neg, renamed, _ = next(draw)
            answered = bool(pos) and rng.random() >= 0.1  # sometimes the question without its answer
            misses = [np.concatenate([n, rng.choice(neg)]) if rng.random() < 0.6 else n for n in neg]
            right = rng.choice(pos) if answered else None
            if answered and rng.random() < 0.15:
                beside = [right, rng.choice(neg)]
                rng.shuffle(beside)
                right = np.concatenate(beside)
            picked = ([right] if answered else []) + misses
            if renamed:
                picked.append(rng.choice(renamed))
            while len(picked) < size:
                stranger = rng.choice(self.answers)
                if not any(stranger is p for p in pos):
                    picked.append(stranger)
            rows.append((question, picked[:size], answered))
        return rows


def eval_set(folder, name):
    """Cases and stores of an evaluation set."""
    stores = f"{folder}/{name}.dev.corpus.jsonl.gz"
    return lines(f"{folder}/{name}.dev.jsonl.gz"), lines(stores) if os.path.exists(stores) else []


def life_store(life):
    """One of our lives in the form of the evaluation sets: store, cases."""
    store = {"corpus_id": life["life"], "memories": [{"id": m["id"], "text": m["text"], "ts": m["at"]} for m in life["memories"]]}
    asked = [
        {"corpus_id": life["life"], "query": q["q"], "relevant_ids": q["answers"], "stale_ids": q.get("stale", []), "category": q["kind"]}
        for q in life["questions"]
    ]
    silent = [{"corpus_id": life["life"], "query": q, "relevant_ids": [], "category": "unanswerable"} for q in life["unanswerable"]]
    return store, asked + silent
