"""Linear heads on the embedding: category, harmful, vital, importance, portrait; for a question: former.

    node training/vectors.mjs DIR && python3 training/heads.py DIR models/heads.json
Fitted to the vectors that the service itself computes; numpy is enough. The file holds one matrix and one offset per
head; the input is the embedding, at unit length.
"""
import json
import sys

import numpy as np

from files import CATEGORIES, REPORTING, TUNING, lives, own, split, stores_of
from measure import auroc, percent, prf, sigmoid

NOTES = 0.5  # weight of a harmless note of a store next to a text
LEADS = [3, 2, 1.5]  # weight of the first memories of a portrait: who the person is
SCALE = 8.0  # the components of unit-length embeddings are too small to learn from directly


def fit(x, slope, outputs, steps=600, rate=3e-3, decay=0.3):
    """Adam with weight decay on a linear map. `slope`: the derivative of the loss with respect to the output."""
    rng = np.random.default_rng(1)
    weight, bias = rng.uniform(-0.05, 0.05, (outputs, x.shape[1])), np.zeros(outputs)
    state = [[np.zeros_like(p), np.zeros_like(p)] for p in (weight, bias)]
    x = x * SCALE
    for step in range(1, steps + 1):
        by = slope(x @ weight.T + bias)
        for p, g, (mean, square) in zip((weight, bias), (by.T @ x, by.sum(0)), state):
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            p *= 1 - rate * decay
            p -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weight * SCALE, bias


def classes(labels, count, smooth=0.05):
    truth = np.full((len(labels), count), smooth / count)
    truth[np.arange(len(labels)), labels] += 1 - smooth

    def slope(z):
        z = np.exp(z - z.max(1, keepdims=True))
        return (z / z.sum(1, keepdims=True) - truth) / len(labels)

    return slope


def chance(labels, weight=1.0):
    return lambda z: (sigmoid(z) - labels[:, None]) * np.reshape(weight, (-1, 1)) / len(labels)


def distance(labels):
    """Squared distance of the sigmoid output."""

    def slope(z):
        p = sigmoid(z)
        return 2 * (p - labels[:, None]) * p * (1 - p) / len(labels)

    return slope


def category_of(name):
    return CATEGORIES.index(name if name in CATEGORIES else "other")


def holding(store):
    """The memories of a store that were not superseded as a whole."""
    gone = {r["old"] for r in store["replaced"] if r["how"] != "part"}
    return [m for m in store["memories"] if m["id"] not in gone]


def main():
    folder, target = sys.argv[1:3]
    with open(f"{folder}/texts.json", encoding="utf-8") as file:
        at = {text: i for i, text in enumerate(json.load(file))}
    vectors = np.fromfile(f"{folder}/vectors.f32", np.float32).reshape(len(at), -1).astype(np.float64)
    of = lambda texts: vectors[[at[t] for t in texts]]

    texts, held = split(own("texts"), "text")
    told, told_held = (stores_of(held_out) for held_out in (False, True))
    filed_by_writer = lambda store: "category" in store["memories"][0]  # the newest stores have no categories
    told, told_held = ([m for s in part if filed_by_writer(s) for m in s["memories"]] for part in (told, told_held))
    x, xm = of([t["text"] for t in texts]), of([m["text"] for m in told])
    harmful = np.array([float(t["harmful"]) for t in texts])
    safe = harmful == 0  # the importance of a harmful text is not meaningful, so it is not trained on
    worth = np.array([t["importance"] / 10 for t in texts])
    agreed = np.array(["again" not in t for t in texts])  # by both readers
    filed = np.array([category_of(r["category"]) for r in [t for t in texts if "again" not in t] + told])
    heads = {
        "category": (CATEGORIES, fit(np.concatenate([x[agreed], xm]), classes(filed, len(CATEGORIES)), len(CATEGORIES))),
        # What people note down is harmless: without these notes, one in sixty is classified as harmful. With their full weight, one harmful text in
        # twenty more is missed.
        "harmful": (["harmful"], fit(np.concatenate([x, xm]), chance(np.concatenate([harmful, np.zeros(len(xm))]), np.repeat([1, NOTES], [len(x), len(xm)])), 1, steps=1500)),
        "vital": (["vital"], fit(xm, chance(np.array([float(bool(m.get("vital"))) for m in told])), 1)),
        "importance": (["importance"], fit(x[safe], distance(worth[safe]), 1)),
    }
    asked, asked_held = split(own("questions"), "q")
    heads["former"] = (["former"], fit(of([q["q"] for q in asked]), chance(np.array([float(q["former"]) for q in asked])), 1))
    portraits = {p["of"]: p["portrait"] for p in own("portraits") if "by" not in p}
    shown = [(m, portraits[s["store"]]) for s in stores_of() if s["store"] in portraits for m in holding(s)]
    is_in = np.array([float(m["id"] in p) for m, p in shown])
    weight = np.array([LEADS[p.index(m["id"])] if m["id"] in p[: len(LEADS)] else 1 for m, p in shown])
    heads["portrait"] = (["portrait"], fit(of([m["text"] for m, _ in shown]), chance(is_in, weight), 1))
    apply = lambda name, v: v @ heads[name][1][0].T + heads[name][1][1]
    filed_right = lambda v, names: percent(np.mean(apply("category", v).argmax(1) == [category_of(n) for n in names]))

    x, truth = of([t["text"] for t in held]), np.array([t["harmful"] for t in held])
    z, guess = apply("harmful", x)[:, 0], 10 * sigmoid(apply("importance", x)[:, 0])
    worth = np.array([t["importance"] for t in held])
    both = np.array(["again" not in t for t in held])
    print("texts held out", len(held), "category", filed_right(x, [t["category"] for t in held]))
    print("  where both readers agree", both.sum(), "category", filed_right(x[both], [t["category"] for t in held if "again" not in t]))
    print("  harmful P/R/F1", [percent(v) for v in prf(truth, z >= 0)], "AUROC", auroc(z[truth], z[~truth]))
    print("  importance off by", round(float(np.abs(guess - worth)[~truth].mean()), 2), "correlation", round(float(np.corrcoef(guess[~truth], worth[~truth])[0, 1]), 3))
    xm, truth = of([m["text"] for m in told_held]), np.array([bool(m.get("vital")) for m in told_held])
    z = apply("vital", xm)[:, 0]
    print("stores held out", len(told_held), "category", filed_right(xm, [m["category"] for m in told_held]))
    print("  vital P/R/F1", [percent(v) for v in prf(truth, z >= 0)], "AUROC", auroc(z[truth], z[~truth]))
    z, truth = apply("former", of([q["q"] for q in asked_held]))[:, 0], np.array([q["former"] for q in asked_held])
    print("questions held out", len(asked_held), "former P/R/F1", [percent(v) for v in prf(truth, z >= 0)], "AUROC", auroc(z[truth], z[~truth]))
    def shares(chosen_of, memories_of):
        """Of the memories that were chosen, how many are among as many that score highest: by the head, by importance alone."""
        by_head, by_importance = [], []
        for name, chosen in chosen_of.items():
            memories = memories_of[name]
            v, is_in = of([m["text"] for m in memories]), np.array([m["id"] in chosen for m in memories])
            for scores, found in ((apply("portrait", v), by_head), (apply("importance", v), by_importance)):
                found.append(is_in[np.argsort(-scores[:, 0])[: is_in.sum()]].mean())
        return len(by_head), percent(np.mean(by_head)), percent(np.mean(by_importance))

    held_stores = {s["store"]: holding(s) for s in stores_of(True)}
    print("portraits of held-out stores; by importance:", *shares({n: c for n, c in portraits.items() if n in held_stores}, held_stores))
    all_lives = {life["life"]: life["memories"] for life in lives(TUNING + REPORTING)}
    for reader in "ab":
        print("  of the lives, reader", reader, *shares({p["of"]: p["portrait"] for p in own("portraits") if p.get("by") == reader}, all_lives))
    for name, part in (("tuning lives", TUNING), ("reporting lives", REPORTING)):
        rows = [(m["text"], life["categories"][m["id"]]) for life in lives(part) for m in life["memories"]]
        v = of([t for t, _ in rows])
        print(name, len(rows), "category", filed_right(v, [c for _, c in rows]), "called harmful", percent((apply("harmful", v)[:, 0] >= 0).mean()))

    out = {name: {"labels": labels, "weight": np.round(w, 4).tolist(), "bias": np.round(b, 4).tolist()} for name, (labels, (w, b)) in heads.items()}
    with open(target, "w", encoding="utf-8") as file:
        json.dump(out, file)


if __name__ == "__main__":
    main()
