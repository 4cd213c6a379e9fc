"""Linear heads on the embedding: category, harmful, vital, importance, kind (statement, question, small talk).

    python3 heads.py --base DIR --embedding FILE --out FILE.json
The file holds one matrix and one offset a head; the input is the embedding, of length one, without the prefix.
"""
import argparse
import json
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from data import CATEGORIES, Words, lives, own, split, TUNING, REPORTING, eval_set
import stores
from measure import auroc, percent, prf
from run_model import EmbeddingRunner, TorchModel

KINDS = ["statement", "question", "small talk"]
SCALE = 8.0  # embeddings of length one are small numbers to learn from


def kind_rows(texts, groups):
    """Small talk is what the writers filed under `other` with an importance of at most two."""
    talk = [t["text"] for t in texts if t["category"] == "other" and t["importance"] <= 2 and not t["harmful"]]
    told = [t["text"] for t in texts if t["category"] != "other" and not t["harmful"]]
    told += [m for g in groups for m in (g["pos"] + g["neg"])[:1]]
    asked = [g["q"] for g in groups]
    return [(t, 0) for t in told] + [(t, 1) for t in asked] + [(t, 2) for t in talk]


def fit(x, loss, outputs, steps=500):
    head = nn.Linear(x.shape[1], outputs).cuda()
    adam = torch.optim.AdamW(head.parameters(), lr=3e-3, weight_decay=0.05)
    for _ in range(steps):
        value = loss(head(x * SCALE))
        adam.zero_grad()
        value.backward()
        adam.step()
    return head


def told(held_out=False):
    """Memories of the stores: (text, category, vital)."""
    return [
        (m["text"], m["category"] if m["category"] in CATEGORIES else "other", bool(m.get("vital")))
        for store in stores.load(held_out)
        for m in store["memories"]
    ]


def train(embed, texts, groups):
    x = torch.tensor(embed([t["text"] for t in texts]), device="cuda", dtype=torch.float32)
    memories = told()
    xm = torch.tensor(embed([m[0] for m in memories]), device="cuda", dtype=torch.float32)
    vital = torch.tensor([float(m[2]) for m in memories], device="cuda")
    both = torch.cat([x, xm])
    category = torch.tensor([CATEGORIES.index(t["category"]) for t in texts] + [CATEGORIES.index(m[1]) for m in memories], device="cuda")
    harmful = torch.tensor([float(t["harmful"]) for t in texts], device="cuda")
    importance = torch.tensor([t["importance"] / 10 for t in texts], device="cuda")
    safe = harmful == 0  # what a harmful text is worth is no matter of taste: it is not learnt from
    rows = kind_rows(texts, groups)
    xk = torch.tensor(embed([t for t, _ in rows]), device="cuda", dtype=torch.float32)
    kind = torch.tensor([k for _, k in rows], device="cuda")
    weight = torch.tensor([len(rows) / (3 * sum(k == i for _, k in rows)) for i in range(3)], device="cuda")
    return {
        "vital": fit(xm, lambda z: F.binary_cross_entropy_with_logits(z[:, 0], vital), 1),
        "category": fit(both, lambda z: F.cross_entropy(z, category, label_smoothing=0.05), len(CATEGORIES)),
        "harmful": fit(x, lambda z: F.binary_cross_entropy_with_logits(z[:, 0], harmful), 1),
        "importance": fit(x[safe], lambda z: F.mse_loss(torch.sigmoid(z[:, 0]), importance[safe]), 1),
        "kind": fit(xk, lambda z: F.cross_entropy(z, kind, weight=weight), 3),
    }


@torch.no_grad()
def apply(heads, name, vectors):
    return heads[name](torch.tensor(vectors, device="cuda", dtype=torch.float32) * SCALE).cpu().numpy()


def figures(heads, embed, texts, groups, folder):
    """On texts held out, on the lives, and on the evaluation sets where they are there."""
    x = embed([t["text"] for t in texts])
    truth = np.array([t["harmful"] for t in texts])
    said = apply(heads, "harmful", x)[:, 0]
    out = {"held-out texts": {"n": len(texts)}}
    right = apply(heads, "category", x).argmax(1) == np.array([CATEGORIES.index(t["category"]) for t in texts])
    out["held-out texts"]["category"] = percent(right.mean())
    out["held-out texts"]["harmful P/R/F1"] = [percent(v) for v in prf(truth, said >= 0)]
    out["held-out texts"]["harmful AUROC"] = auroc(said[truth], said[~truth])
    guess = 10 / (1 + np.exp(-apply(heads, "importance", x)[:, 0]))
    worth = np.array([t["importance"] for t in texts])
    out["held-out texts"]["importance off by"] = round(float(np.abs(guess - worth)[~truth].mean()), 2)
    out["held-out texts"]["importance correlation"] = round(float(np.corrcoef(guess[~truth], worth[~truth])[0, 1]), 3)
    rows = kind_rows(texts, groups)
    kinds = apply(heads, "kind", embed([t for t, _ in rows])).argmax(1)
    out["held-out texts"]["kind"] = {
        name: percent(np.mean([k == i for k, (_, i) in zip(kinds, rows) if i == at])) for at, name in enumerate(KINDS)
    }
    memories = told(held_out=True)
    if memories:
        xm = embed([m[0] for m in memories])
        z, truth = apply(heads, "vital", xm)[:, 0], np.array([m[2] for m in memories])
        out["held-out stores"] = {"n": len(memories), "vital P/R/F1": [percent(v) for v in prf(truth, z >= 0)], "vital AUROC": auroc(z[truth], z[~truth])}
        z = apply(heads, "category", xm).argmax(1)
        out["held-out stores"]["category"] = percent(np.mean([CATEGORIES[i] == m[1] for i, m in zip(z, memories)]))
    for part, names in (("tuning lives", TUNING), ("reporting lives", REPORTING)):
        pairs = [(m["text"], life["categories"][m["id"]]) for life in lives(names) for m in life["memories"]]
        z = apply(heads, "category", embed([t for t, _ in pairs])).argmax(1)
        out[part] = {"n": len(pairs), "category": percent(np.mean([CATEGORIES[i] == c for i, (_, c) in zip(z, pairs)]))}
        z = apply(heads, "harmful", embed([t for t, _ in pairs]))[:, 0]
        out[part]["called harmful"] = percent((z >= 0).mean())
    if folder:
        cases, _ = eval_set(folder, "life-categories")
        z = apply(heads, "category", embed([c["text"] for c in cases])).argmax(1)
        out["life-categories"] = percent(np.mean([CATEGORIES[i] == c["category"] for i, c in zip(z, cases)]))
        cases, _ = eval_set(folder, "life-risk")
        z, truth = apply(heads, "harmful", embed([c["text"] for c in cases]))[:, 0], np.array([c["harmful"] for c in cases])
        out["life-risk"] = {"P/R/F1": [percent(v) for v in prf(truth, z >= 0)], "AUROC": auroc(z[truth], z[~truth])}
    return out


def main():
    from train_embedding import between

    ask = argparse.ArgumentParser()
    for name in ("--base", "--embedding", "--out"):
        ask.add_argument(name, required=True)
    ask.add_argument("--eval", default="")
    ask.add_argument("--onnx", default="", help="the exported embedding: the heads are fitted to what it says")
    args = ask.parse_args()
    torch.manual_seed(1)
    random.seed(1)
    words = Words(args.base)
    texts, held = split(own("texts"), "text")
    groups, held_groups = split(own("groups"), "q")
    saved = torch.load(args.embedding, weights_only=True)
    for name, keep in (("plain", 1.0), ("tuned", None)):
        embed = EmbeddingRunner(TorchModel(between(saved, keep)), words)
        heads = train(embed, texts, groups)
        print(name, json.dumps(figures(heads, embed, held, held_groups, args.eval)), flush=True)
    if args.onnx:
        from run_model import OnnxModel

        embed = EmbeddingRunner(OnnxModel(args.onnx), words)
        heads = train(embed, texts, groups)
        print("tuned, int8", json.dumps(figures(heads, embed, held, held_groups, args.eval)), flush=True)
    labels = {"category": CATEGORIES, "harmful": ["harmful"], "vital": ["vital"], "importance": ["importance"], "kind": KINDS}
    out = {
        name: {
            "labels": labels[name],
            "weight": [[round(v, 5) for v in row] for row in (head.weight.detach() * SCALE).tolist()],
            "bias": [round(v, 5) for v in head.bias.detach().tolist()],
        }
        for name, head in heads.items()
    }
    with open(args.out, "w", encoding="utf-8") as file:
        json.dump(out, file)


if __name__ == "__main__":
    main()
