"""Measures a reader together with an embedding, and chooses thresholds on the tuning lives.

    python3 evaluate.py --base DIR --reader FILE [--embedding FILE] [--eval DIR] [--report FILE.json]
Readers and embeddings may be PyTorch files or ONNX files. This does not measure the service: ranking here is cosine
plus BM25 over each store, re-ranked by the reader. Thresholds and weights come from the tuning lives alone; the
evaluation sets are used only to measure.
"""
import argparse
import json
import random
import time

import numpy as np
import torch
from base import base_weights
from data import Words, eval_set, life_store
from files import REPORTING, TUNING, lives, own, split, stores_of, talks
from measure import Store, auroc, best_threshold, calibration_error, percent, platt, prf, ranking_figures, sigmoid
from model import RELATIONS, Bert
from stores import sentence_rows
from run_model import EmbeddingRunner, OnnxModel, ReaderRunner, TorchModel

CANDIDATES = 20
CLASHES = ("conflict", "partial")
SETS = (("tuning lives", TUNING), ("reporting lives", REPORTING), ("stores held out", None))


def conflict(probabilities):
    return probabilities[:, 0] + probabilities[:, 1]


# ---- relation --------------------------------------------------------------------------------------------------
def life_pairs(names):
    rows = []
    for life in lives(names):
        at = {m["id"]: m for m in life["memories"]}
        for p in life["pairs"]:
            a, b = sorted((at[p["a"]], at[p["b"]]), key=lambda m: m["at"])
            rows.append((a["text"], b["text"], p["label"]))
    return rows


def conflict_figures(score, truth, kinds, threshold):
    p, r, f = prf(truth, score >= threshold)
    out = {"n": len(truth), "P": percent(p), "R": percent(r), "F1": percent(f), "AUROC": auroc(score[truth], score[~truth])}
    out["flagged"] = {k: percent(np.mean([s >= threshold for s, x in zip(score, kinds) if x == k])) for k in sorted(set(kinds))}
    return out


def choose_threshold(reader, embed):
    """Chosen on the tuning lives: their conflicts weigh as much as everything else; half of the rest are the
    look-alikes that the writers listed, half the neighbours in the store that they did not list."""
    listed = life_pairs(TUNING)
    truth = np.array([r[2] in CLASHES for r in listed])
    others = []
    for life in lives(TUNING):
        store = Store(life_store(life)[0]["memories"], embed)
        known = {frozenset((p["a"], p["b"])) for p in life["pairs"]}
        others += [(store.texts[a], store.texts[b]) for a, b in neighbours(store) if frozenset((store.ids[a], store.ids[b])) not in known]
    score = conflict(reader.relation([r[:2] for r in listed] + others))
    weight = np.concatenate([np.where(truth, 1 / truth.sum(), 0.5 / (~truth).sum()), np.full(len(others), 0.5 / len(others))])
    return best_threshold(np.concatenate([truth, np.zeros(len(others), bool)]), score, weight)


def relation(reader, embed, folder):
    tuning = life_pairs(TUNING)
    threshold = choose_threshold(reader, embed)
    out = {"threshold": round(threshold, 3)}

    def judge(name, rows, clash, five=False):
        found = reader.relation([r[:2] for r in rows])
        truth = np.array([clash(r[2]) for r in rows])
        out[name] = conflict_figures(conflict(found), truth, [str(r[2]) for r in rows], threshold)
        if five:
            right = [RELATIONS[i] == r[2] for i, r in zip(found.argmax(1), rows)]
            out[name]["five-way accuracy"] = percent(np.mean(right))

    ours = lambda label: label in CLASHES
    judge("tuning lives", tuning, ours, True)
    judge("reporting lives", life_pairs(REPORTING), ours, True)
    held = split(own("pairs"), "a")[1]
    judge("held-out pairs", [(p["a"], p["b"], p["label"]) for p in held], ours, True)
    other = [(p["a"], p["b"], p["label"]) for p in held if p.get("lang") or p["focus"] == "other languages"]
    judge("held-out pairs, other languages", other, ours, True)
    if folder:
        for name in ("life-conflicts", "beam-conflict-pairs", "sick-contradiction"):
            cases, _ = eval_set(folder, name)
            rows = [(c["memories"][0]["text"], c["memories"][1]["text"], c["category"]) for c in cases]
            judge(name, rows, lambda k: str(k).lower() in ("contradiction", "update"))
    return out, threshold


def kept_sentences(reader):
    """Sentences of the held-out conversations: does the reader find those that a summary needs?"""
    rows = [r for talk in talks(held_out=True) for r in sentence_rows(talk)]
    if not rows:
        return {}
    z, truth = reader.keep([r[:2] for r in rows]), np.array([r[2] for r in rows])
    return {"n": len(rows), "P/R/F1": [percent(v) for v in prf(truth, z >= 0)], "AUROC": auroc(z[truth], z[~truth])}


def needs(names):
    """(task, memories, what it needs) of lives, or of the held-out stores."""
    if names is None:
        for store in stores_of(held_out=True):
            memories = {m["id"]: m["text"] for m in store["memories"]}
            yield from ((t["task"], memories, t["must"]) for t in store["tasks"])
        return
    for life in lives(names):
        memories = {m["id"]: m["text"] for m in life["memories"]}
        yield from ((c["task"], memories, c["must"]) for c in life["contexts"])


def needed_for_tasks(reader, embed, names):
    """How much of what a task needs is among the first of the whole store, ranked by the reader or by cosine."""
    found = {kind: {k: [] for k in (8, 12, 24, 32)} for kind in ("read", "cosine")}
    inside, outside = [], []
    for task, memories, must in needs(names):
        ids, texts = list(memories), list(memories.values())
        z = reader.needed([(task, t) for t in texts])
        vectors = embed([task] + texts)
        truth = np.array([i in must for i in ids])
        inside.append(z[truth])
        outside.append(z[~truth])
        for kind, score in (("read", z), ("cosine", vectors[1:] @ vectors[0])):
            rank = np.argsort(np.argsort(-score))
            for k in found[kind]:
                found[kind][k] += (rank[truth] < k).tolist()
    out = {kind: {k: percent(np.mean(hits)) for k, hits in part.items()} for kind, part in found.items()}
    return {"n": len(inside), "AUROC": auroc(np.concatenate(inside), np.concatenate(outside)), **out}


# ---- which memory of a store has replaced which ----------------------------------------------------------------
def neighbours(store, near=8):
    """(earlier, later) pairs of every memory with its nearest."""
    likeness = store.vectors @ store.vectors.T
    pairs = set()
    for i in range(len(store.ids)):
        for j in np.argsort(-likeness[i])[: near + 1]:
            if i != j:
                pairs.add((i, int(j)) if (store.times[i], i) < (store.times[j], int(j)) else (int(j), i))
    return sorted(pairs)


def replaced(reader, store, threshold):
    """The neighbours that the reader considers a conflict, and how many pairs it read."""
    pairs = neighbours(store)
    score = conflict(reader.relation([(store.texts[a], store.texts[b]) for a, b in pairs]))
    return [p for p, s in zip(pairs, score) if s >= threshold], len(pairs)


def whole_stores(names):
    """(memories, conflicting pairs on the writer's list) of lives, or of the held-out stores."""
    if names is None:
        for store in stores_of(held_out=True):
            memories = [{"id": m["id"], "text": m["text"], "ts": m["at"]} for m in store["memories"]]
            yield memories, {frozenset((r["old"], r["new"])) for r in store["replaced"]}
        return
    for life in lives(names):
        listed = {frozenset((p["a"], p["b"])) for p in life["pairs"] if p["label"] in CLASHES}
        yield life_store(life)[0]["memories"], listed


def found_in_stores(reader, embed, names):
    """How well the reader finds the conflicts among all neighbours in whole stores; the lists are meant to be complete."""
    score, like, truth, missed = [], [], [], 0
    for memories, listed in whole_stores(names):
        store = Store(memories, embed)
        pairs = neighbours(store)
        score.append(conflict(reader.relation([(store.texts[a], store.texts[b]) for a, b in pairs])))
        like += [float(store.vectors[a] @ store.vectors[b]) for a, b in pairs]
        names_of = [frozenset((store.ids[a], store.ids[b])) for a, b in pairs]
        truth += [n in listed for n in names_of]
        missed += len(listed - set(names_of))
    score, like, truth = np.concatenate(score), np.array(like), np.array(truth)
    out = {"pairs read": len(truth), "clashes": int(truth.sum()), "no neighbours": missed, "AUROC": auroc(score[truth], score[~truth])}
    out["cosine AUROC"] = auroc(like[truth], like[~truth])
    for t in (0.1, 0.3, 0.5, 0.7, 0.9):
        p, r, f = prf(truth, score >= t)
        out[f"from {t}"] = [percent(p), percent(r), percent(f)]
    return out


# ---- ranking ---------------------------------------------------------------------------------------------------
class Ranked:
    """Everything that ranking needs about the questions to some stores, computed once."""

    def __init__(self, cases, stores, embed, reader, threshold=None):
        self.cases = cases
        self.stores = {s["corpus_id"]: Store(s["memories"], embed) for s in stores}
        self.clashes = {}
        if threshold is not None:
            self.clashes = {k: replaced(reader, s, threshold)[0] for k, s in self.stores.items()}
        vectors = embed([c["query"] for c in cases])
        self.cosine = [self.stores[c["corpus_id"]].vectors @ v for c, v in zip(cases, vectors)]
        self.words = [self.stores[c["corpus_id"]].words(c["query"]) for c in cases]
        self.reader = reader
        self.logits = None

    def read(self, weight):
        """The reader's logits for the first candidates by cosine and words."""
        self.top = [np.argsort(-(c + weight * w), kind="stable")[:CANDIDATES] for c, w in zip(self.cosine, self.words)]
        asked = [(c["query"], self.stores[c["corpus_id"]].texts[i]) for c, top in zip(self.cases, self.top) for i in top]
        flat, at, self.logits = self.reader.relevance(asked), 0, []
        for top in self.top:
            self.logits.append(flat[at : at + len(top)])
            at += len(top)
        return self

    def order(self, weight, reading=0.0, known=False):
        """(case, ids in order). Without `reading`, by cosine and words alone."""
        rows = []
        for n, case in enumerate(self.cases):
            store, score = self.stores[case["corpus_id"]], self.cosine[n] + weight * self.words[n]
            if reading:
                lifted = np.full(len(score), -1e3) + score
                lifted[self.top[n]] = score[self.top[n]] + reading * self.logits[n]
                score = lifted
            if known:
                for old, new in self.clashes[case["corpus_id"]]:
                    if score[old] >= score[new]:
                        score[new], score[old] = (score[old], score[new]) if known == "swap" else (score[new], score[new] - 1e-6)
            rows.append((case, [store.ids[i] for i in np.argsort(-score, kind="stable")]))
        return rows


def life_cases(names):
    stores, cases = zip(*(life_store(life) for life in lives(names)))
    return [c for part in cases for c in part], list(stores)


def ranking(reader, embed, threshold, folder, long_sets):
    tuning = Ranked(*life_cases(TUNING), embed, reader, threshold)
    value = lambda f: f["first"] + f["in3"] + 0.5 * f["newer"]
    weight = max((0.0, 0.05, 0.1, 0.2, 0.3), key=lambda w: value(ranking_figures(tuning.order(w))))
    tuning.read(weight)
    reading = max((0.01, 0.02, 0.05, 0.1, 0.2, 0.5), key=lambda r: value(ranking_figures(tuning.order(weight, r))))
    known = max(("sink", "swap"), key=lambda k: value(ranking_figures(tuning.order(weight, reading, k))))
    out = {"words": weight, "reading": reading, "known": known}

    def judge(name, ranked, clashes=True):
        out[name] = {
            "cosine": ranking_figures(ranked.order(0.0)),
            "cosine+words": ranking_figures(ranked.order(weight)),
            "re-ranked": ranking_figures(ranked.order(weight, reading)),
        }
        if clashes:
            rows = ranked.order(weight, reading, known)
            out[name]["re-ranked, conflicts known"] = ranking_figures(rows)
            kinds = sorted({c["category"] for c in ranked.cases if c["relevant_ids"]})
            out[name]["by kind"] = {k: [ranking_figures([r for r in rows if r[0]["category"] == k])[x] for x in ("first", "in3")] for k in kinds}

    judge("tuning lives", tuning)
    judge("reporting lives", Ranked(*life_cases(REPORTING), embed, reader, threshold).read(weight))
    if folder:
        cases, stores = eval_set(folder, "life")
        judge("life", Ranked(cases, stores, embed, reader, threshold).read(weight))
        for name in long_sets:
            cases, stores = eval_set(folder, name)
            cases = [c for c in cases if c["relevant_ids"]]
            judge(name, Ranked(cases, stores, embed, reader).read(weight), False)
    return out


# ---- answer or not ---------------------------------------------------------------------------------------------
def asked_of_small(cases, stores, embed, size, rng):
    """Every question to a store of `size` memories: with its answer among them, or a question that has none."""
    by_id = {s["corpus_id"]: s for s in stores}
    rows = []
    for case in cases:
        memories = by_id[case["corpus_id"]]["memories"]
        out = set(case["relevant_ids"]) | set(case.get("stale_ids") or [])
        others = rng.sample([m for m in memories if m["id"] not in out], size)
        kept = [m for m in memories if m["id"] in case["relevant_ids"][:1]]
        rows.append((case["query"], [m["text"] for m in (kept + others)[:size]], bool(kept)))
        if size < 60 and kept:  # the same question without its answer
            rows.append((case["query"], [m["text"] for m in others], False))
    return rows


def best_logit(reader, rows):
    flat = reader.relevance([(q, t) for q, texts, _ in rows for t in texts])
    out, at = [], 0
    for _, texts, _ in rows:
        out.append(flat[at : at + len(texts)].max())
        at += len(texts)
    return np.array(out), np.array([y for *_, y in rows])


def answering(reader, embed, weight, folder):
    """Confidence: the best logit, converted to a probability on the tuning lives."""

    def sets(cases, stores):
        rng = random.Random(7)
        whole = Ranked(cases, stores, embed, reader).read(weight)
        full = np.array([z.max() for z in whole.logits]), np.array([bool(c["relevant_ids"]) for c in cases])
        small = {size: best_logit(reader, asked_of_small(cases, stores, embed, size, rng)) for size in (1, 5)}
        return {"1": small[1], "5": small[5], "60": full}

    tuning = sets(*life_cases(TUNING))
    z = np.concatenate([tuning[k][0] for k in tuning])
    y = np.concatenate([tuning[k][1] for k in tuning])
    share = np.concatenate([np.full(len(tuning[k][0]), 1 / len(tuning[k][0])) for k in tuning]) * len(z) / 3
    slope, offset = platt(z, y, share)
    sure = lambda logits: sigmoid(slope * logits + offset)
    # Abstain where that is seldom wrong: for one in sixteen of the answerable questions, in a store of one memory and
    # in the full one.
    limit = float(np.quantile(sure(np.concatenate([tuning[k][0][tuning[k][1]] for k in ("1", "60")])), 0.06))
    out = {"slope": round(slope, 4), "offset": round(offset, 4), "silent below": round(limit, 4)}

    def judge(name, parts):
        for size, (logits, truth) in parts.items():
            p = sure(logits)
            out[f"{name}, {size} memories"] = {
                "n": len(truth), "answerable": percent(truth.mean()), "AUROC": auroc(p[truth], p[~truth]),
                "wrongly silent": percent((p[truth] < limit).mean()), "rightly silent": percent((p[~truth] < limit).mean()),
                "calibration error": round(float(calibration_error(truth, p)), 3),
            }

    judge("tuning lives", tuning)
    judge("reporting lives", sets(*life_cases(REPORTING)))
    if folder:
        judge("life", sets(*eval_set(folder, "life")))
    return out


# ---- together --------------------------------------------------------------------------------------------------
def open_reader(path, words):
    if path.endswith(".onnx"):
        return ReaderRunner(OnnxModel(path), words, 64)
    from train_reader import load_reader

    return ReaderRunner(TorchModel(load_reader(path)), words)


def open_embedding(path, base, words):
    if path.endswith(".onnx"):
        return EmbeddingRunner(OnnxModel(path), words, 64)
    from train_embedding import between

    bert = between(torch.load(path, weights_only=True)) if path else Bert.from_base(base_weights(base))
    return EmbeddingRunner(TorchModel(bert), words)


def main():
    ask = argparse.ArgumentParser()
    for name in ("--base", "--reader"):
        ask.add_argument(name, required=True)
    for name in ("--embedding", "--eval", "--report"):
        ask.add_argument(name, default="")
    ask.add_argument("--parts", default="relation,ranking,answering")
    ask.add_argument("--long", default="locomo,locomo-facts,realtalk", help="long sets to re-rank; slow")
    args = ask.parse_args()
    begun = time.time()
    words = Words(args.base)
    reader, embed = open_reader(args.reader, words), open_embedding(args.embedding, args.base, words)
    report = {"reader": args.reader.split("/")[-1], "embedding": args.embedding.split("/")[-1] or "bge-small-en-v1.5"}
    threshold, weight = None, 0.1
    if "relation" in args.parts:
        report["relation"], threshold = relation(reader, embed, args.eval)
        for name, part in SETS:
            report["relation"][f"neighbours, {name}"] = found_in_stores(reader, embed, part)
        report["needed"] = {name: needed_for_tasks(reader, embed, part) for name, part in SETS}
        report["keep"] = {"conversations held out": kept_sentences(reader)}
    if "ranking" in args.parts:
        report["ranking"] = ranking(reader, embed, threshold if threshold is not None else 2.0, args.eval, [x for x in args.long.split(",") if x])
        weight = report["ranking"]["words"]
    if "answering" in args.parts:
        report["answering"] = answering(reader, embed, weight, args.eval)
    report["seconds"] = round(time.time() - begun)
    for part, figures in report.items():
        if not isinstance(figures, dict):
            print(f"## {part}: {figures}")
            continue
        for name, value in figures.items():
            print(f"{report['reader']} | {part} | {name}: {json.dumps(value)}")
    if args.report:
        with open(args.report, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)


if __name__ == "__main__":
    main()
