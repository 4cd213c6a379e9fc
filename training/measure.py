"""Metrics: precision and recall, areas, calibration; words and cosines over a small store."""
import math
import re
from collections import Counter

import numpy as np


def percent(x):
    return round(100 * float(x), 1)


def auroc(yes, no):
    yes, no = np.asarray(yes, float), np.asarray(no, float)
    if not len(yes) or not len(no):
        return None
    return percent(np.mean([(x > no).mean() + 0.5 * (x == no).mean() for x in yes]))


def prf(truth, said, weight=None):
    truth, said = np.asarray(truth, bool), np.asarray(said, bool)
    weight = np.ones(len(truth)) if weight is None else weight
    hit = weight[truth & said].sum()
    p, r = hit / max(1e-9, weight[said].sum()), hit / max(1e-9, weight[truth].sum())
    return p, r, 2 * p * r / max(1e-9, p + r)


def best_threshold(truth, score, weight=None):
    """The median of the thresholds whose F1 is within half a point of the best."""
    grid = np.arange(0.02, 0.99, 0.01)
    f1 = np.array([prf(truth, score >= t, weight)[2] for t in grid])
    good = grid[f1 >= f1.max() - 0.005]
    return float(np.median(good))


def calibration_error(truth, sure, bins=10):
    """Expected calibration error over bins of equal width."""
    truth, sure = np.asarray(truth, float), np.asarray(sure, float)
    at = np.minimum((sure * bins).astype(int), bins - 1)
    return sum(abs(truth[at == b].mean() - sure[at == b].mean()) * (at == b).mean() for b in range(bins) if (at == b).any())


def platt(score, truth, weight=None):
    """slope, offset: sure = sigmoid(slope * score + offset), by Newton's method with limited steps."""
    x = np.stack([np.asarray(score, float), np.ones(len(score))], 1)
    y = np.asarray(truth, float)
    w = np.ones(len(y)) if weight is None else np.asarray(weight, float)
    beta = np.array([0.1, 0.0])
    for _ in range(200):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        slope = x.T @ (w * (p - y)) + 1e-3 * beta
        curve = (x * (w * p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(2)
        beta = beta - np.clip(np.linalg.solve(curve, slope), -0.2, 0.2)
    return beta.tolist()


def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(np.asarray(x, float), -30, 30)))


def terms(text):
    return [w.removesuffix("s") if len(w) > 3 else w for w in re.findall(r"\w+", text.lower())]


class Store:
    """A small store: cosine and BM25 over its memories."""

    def __init__(self, memories, embed):
        self.ids = [m["id"] for m in memories]
        self.texts = [m["text"] for m in memories]
        self.times = [m.get("ts") or "" for m in memories]
        self.vectors = embed(self.texts)
        self.bags = [Counter(terms(t)) for t in self.texts]
        self.mean = sum(sum(b.values()) for b in self.bags) / max(1, len(self.bags))
        self.spread = Counter(w for b in self.bags for w in b)

    def words(self, question):
        n, score = len(self.bags), np.zeros(len(self.bags))
        for word in set(terms(question)):
            if not self.spread[word]:
                continue
            rarity = math.log(1 + (n - self.spread[word] + 0.5) / (self.spread[word] + 0.5))
            for i, bag in enumerate(self.bags):
                if bag[word]:
                    length = sum(bag.values())
                    score[i] += rarity * bag[word] * 2.2 / (bag[word] + 1.2 * (0.25 + 0.75 * length / self.mean))
        return score / max(1e-9, score.max())


def ranking_figures(rows):
    """rows: (case, ids in order). Returns first, in three, recall, NDCG, newer above stale."""
    rows = [(c, ids) for c, ids in rows if c["relevant_ids"]]
    first = [any(x in c["relevant_ids"] for x in ids[:1]) for c, ids in rows]
    three = [any(x in c["relevant_ids"] for x in ids[:3]) for c, ids in rows]
    recall = {k: [len(set(ids[:k]) & set(c["relevant_ids"])) / len(c["relevant_ids"]) for c, ids in rows] for k in (5, 10)}

    def gain(c, ids):
        got = sum(1 / math.log2(i + 2) for i, x in enumerate(ids[:10]) if x in c["relevant_ids"])
        return got / sum(1 / math.log2(i + 2) for i in range(min(10, len(c["relevant_ids"]))))

    def place(ids, wanted):
        return min((ids.index(x) for x in wanted if x in ids), default=10**6)

    newer = [place(ids, c["relevant_ids"]) < place(ids, c["stale_ids"]) for c, ids in rows if c.get("stale_ids")]
    out = {"n": len(rows), "first": percent(np.mean(first)), "in3": percent(np.mean(three))}
    out |= {f"R@{k}": percent(np.mean(v)) for k, v in recall.items()}
    out["NDCG"] = percent(np.mean([gain(c, ids) for c, ids in rows]))
    if newer:
        out["newer"] = percent(np.mean(newer))
    return out
