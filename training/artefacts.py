"""What reveals the labels of our own data without reading it: length, and one side alone.

    python3 artefacts.py --base DIR
A linear probe on the plain embedding of one side, five folds. What it scores above the share of the most common
label is what a model could learn without understanding anything.
"""
import argparse

import numpy as np
import torch

from base import base_weights
from data import Words
from files import own
from heads import classes as labelled, fit
from measure import auroc, percent
from model import RELATIONS, Bert
from run_model import EmbeddingRunner, TorchModel


def probe(x, y, classes, folds=5):
    """Scores every row with a probe that has not seen it."""
    x, y = np.asarray(x, np.float64), np.asarray(y)
    out, fold = np.zeros((len(y), classes)), np.arange(len(y)) % folds
    for k in range(folds):
        weight, bias = fit(x[fold != k], labelled(y[fold != k], classes, 0.0), classes, 300)
        out[fold == k] = x[fold == k] @ weight.T + bias
    return out


def length(texts):
    n = np.array([len(t.split()) for t in texts], float)
    return np.stack([np.log(n), np.log(n) ** 2, n / 30], 1) / 8.0


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("--base", required=True)
    args = ask.parse_args()
    torch.manual_seed(1)
    embed = EmbeddingRunner(TorchModel(Bert.from_base(base_weights(args.base))), Words(args.base))
    rng = np.random.default_rng(1)

    pairs = [p for p in own("pairs")]
    rng.shuffle(pairs)
    y = [RELATIONS.index(p["label"]) for p in pairs]
    clash = np.array([label < 2 for label in y])
    print(f"pairs: commonest label {percent(np.bincount(y).max() / len(y))}")
    sides = {
        "a alone": embed([p["a"] for p in pairs]),
        "b alone": embed([p["b"] for p in pairs]),
        "lengths of both": np.concatenate([length([p["a"] for p in pairs]), length([p["b"] for p in pairs])], 1),
    }
    for name, x in sides.items():
        z = probe(x, y, 5)
        sure = torch.tensor(z).softmax(1).numpy()[:, :2].sum(1)
        print(f"pairs, {name}: five-way {percent((z.argmax(1) == y).mean())}, conflict or partial AUROC {auroc(sure[clash], sure[~clash])}")

    groups = [g for g in own("groups") if g["pos"]]
    rng.shuffle(groups)
    texts = [(t, 1) for g in groups for t in g["pos"][:1]] + [(g["neg"][i % 4], 0) for i, g in enumerate(groups)]
    order = rng.permutation(len(texts))
    texts = [texts[i] for i in order]
    y = [label for _, label in texts]
    truth = np.array(y, bool)
    for name, x in {"the memory alone": embed([t for t, _ in texts]), "its length": length([t for t, _ in texts])}.items():
        z = probe(x, y, 2)
        print(f"groups, answer or miss by {name}: AUROC {auroc((z[:, 1] - z[:, 0])[truth], (z[:, 1] - z[:, 0])[~truth])}")
    groups = own("groups")
    rng.shuffle(groups)
    y = [int(bool(g["pos"])) for g in groups]
    truth = np.array(y, bool)
    z = probe(embed([g["q"] for g in groups]), y, 2)
    print(f"groups, answerable by the question alone: AUROC {auroc((z[:, 1] - z[:, 0])[truth], (z[:, 1] - z[:, 0])[~truth])}")

    texts = own("texts")
    rng.shuffle(texts)
    y = [int(t["harmful"]) for t in texts]
    truth = np.array(y, bool)
    z = probe(length([t["text"] for t in texts]), y, 2)
    print(f"texts, harmful by length: AUROC {auroc((z[:, 1] - z[:, 0])[truth], (z[:, 1] - z[:, 0])[~truth])}")


if __name__ == "__main__":
    main()
