"""Measures an embedding alone: cosine over every store, before and after tuning.

    python3 evaluate_embedding.py --base DIR --embedding FILE [--keep 1,0.5,0] [--eval DIR] [--report FILE.json]
"""
import argparse
import json

import numpy as np
import torch

from data import Words, eval_set
from files import REPORTING, TUNING, own, split
from evaluate import Ranked, life_cases
from measure import percent, ranking_figures
from run_model import EmbeddingRunner, OnnxModel, TorchModel


def groups_figures(embed, groups):
    """How often the answer ranks above all misses of its group, and above all memories of all held-out groups."""
    groups = [g for g in groups if g["pos"]]
    asked = embed([g["q"] for g in groups])
    texts = [t for g in groups for t in g["pos"][:1] + g["neg"]]
    vectors = embed(texts)
    inside = [int((vectors[5 * i : 5 * i + 5] @ q).argmax() == 0) for i, q in enumerate(asked)]
    among = [int((vectors @ q).argmax() == 5 * i) for i, q in enumerate(asked)]
    return {"n": len(groups), "first in its group": percent(np.mean(inside)), "first among all": percent(np.mean(among))}


SETS = "life,locomo,locomo-facts,realtalk,beam-100k,clinc-procedures"


def figures(embed, folder, sets=SETS):
    out = {}
    for name, part in (("tuning lives", TUNING), ("reporting lives", REPORTING)):
        out[name] = ranking_figures(Ranked(*life_cases(part), embed, None).order(0.0))
    held = split(own("groups"), "q")[1]
    out["held-out groups"] = groups_figures(embed, held)
    for lang in ("de", "fr", "es", "pt"):
        out[f"all groups, {lang}"] = groups_figures(embed, [g for g in own("groups") if g.get("lang") == lang])
    if folder:
        for name in sets.split(","):
            cases, stores = eval_set(folder, name)
            out[name] = ranking_figures(Ranked([c for c in cases if c["relevant_ids"]], stores, embed, None).order(0.0))
    return out


def main():
    from train_embedding import between

    ask = argparse.ArgumentParser()
    for name in ("--base", "--embedding"):
        ask.add_argument(name, required=True)
    ask.add_argument("--keep", default="1,0.5,0")
    for name in ("--eval", "--report"):
        ask.add_argument(name, default="")
    ask.add_argument("--sets", default=SETS)
    args = ask.parse_args()
    words, report = Words(args.base), {}
    if args.embedding.endswith(".onnx"):
        report[args.embedding.split("/")[-1]] = figures(EmbeddingRunner(OnnxModel(args.embedding), words, 64), args.eval, args.sets)
    else:
        saved = torch.load(args.embedding, weights_only=True)
        for keep in args.keep.split(","):
            embed = EmbeddingRunner(TorchModel(between(saved, float(keep))), words)
            report[f"keep {keep}"] = figures(embed, args.eval, args.sets)
    for name, part in report.items():
        for key, value in part.items():
            print(f"embedding {name} | {key}: {json.dumps(value)}", flush=True)
    if args.report:
        with open(args.report, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)


if __name__ == "__main__":
    main()
