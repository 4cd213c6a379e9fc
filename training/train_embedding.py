"""Tunes the embedding on our groups and on public questions, tied to where it started.

    python3 train_embedding.py --public DIR --base DIR --out FILE [--steps N] [--keep 0.4]
The result lies between the start and the tuned weights: `--keep` is the share of the start in it.
"""
import argparse
import copy
import random
import time

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from base import base_weights
from data import Corpus, chunks, endless
from model import Bert
from train_reader import optimiser

SIZE = 5  # candidates per question; those of all other questions in the batch count as misses too
HEAT = 0.03


class Batches(IterableDataset):
    def __init__(self, corpus, seed):
        self.corpus, self.seed = corpus, seed

    def __iter__(self):
        worker = get_worker_info()
        rng = random.Random(self.seed * 1000 + (worker.id if worker else 0))
        corpus = self.corpus
        questions = endless(corpus.questions, rng)
        groups = endless([g for g in corpus.groups if g[1]], rng)
        stores = endless([q for q in corpus.stores.questions if q[1]], rng)
        while True:
            rows = corpus.public_rows(80, questions, rng, SIZE) + corpus.group_rows(40, groups, rng, SIZE)
            rows += corpus.stores.question_rows(56, stores, rng, SIZE)
            rows = [r for r in rows if r[2]]
            asked = [(list(q), None) for q, _, _ in rows]
            texts = [(list(c), None) for _, candidates, _ in rows for c in candidates]
            kept = rng.sample(corpus.loose_texts, 192)  # only to keep them where they are, as texts and as questions
            texts += [(list(t), None) for t in kept]
            yield len(asked), list(chunks(asked + texts, 128))


def vectors(bert, parts):
    outs, order = [], []
    for index, batch in parts:
        with torch.autocast("cuda", dtype=torch.bfloat16):
            outs.append(bert(*batch.cuda(non_blocking=True))[:, 0])
        order.append(index)
    return F.normalize(torch.cat(outs).float()[torch.argsort(torch.cat(order)).cuda()], dim=1)


def main():
    ask = argparse.ArgumentParser()
    for name in ("--public", "--base", "--out"):
        ask.add_argument(name, required=True)
    ask.add_argument("--steps", type=int, default=1000)
    ask.add_argument("--rate", type=float, default=2e-5)
    ask.add_argument("--keep", type=float, default=0.4)
    ask.add_argument("--seed", type=int, default=1)
    args = ask.parse_args()
    torch.manual_seed(args.seed)
    begun = time.time()
    start = Bert.from_base(base_weights(args.base)).cuda().eval()
    bert = copy.deepcopy(start).train()
    model = torch.nn.ModuleDict({"bert": bert})
    adam, pace = optimiser(model, args.rate, args.steps)
    batches = DataLoader(
        Batches(Corpus(args.public, args.base, args.seed), args.seed), batch_size=None, num_workers=3, prefetch_factor=6, pin_memory=True
    )
    for step, (asked, parts) in enumerate(batches):
        if step == args.steps:
            break
        made = vectors(bert, parts)
        with torch.no_grad():
            was = vectors(start, parts)
        question, text = made[:asked], made[asked : asked * (SIZE + 1)]
        right = torch.arange(asked, device="cuda") * SIZE
        loss = F.cross_entropy(question @ text.T / HEAT, right)
        tie = 1 - (made * was).sum(1).mean()
        before = (was[:asked] @ was[asked : asked * (SIZE + 1)].T / HEAT).softmax(1)
        loss = loss + 5 * tie + 0.5 * F.kl_div((question @ text.T / HEAT).log_softmax(1), before, reduction="batchmean")
        adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(bert.parameters(), 1.0)
        adam.step()
        pace.step()
        if step % 200 == 0:
            print(f"{args.out}: step {step} loss {loss.item():.3f} tie {tie.item():.3f} at {time.time() - begun:.0f} s", flush=True)
    old, new = start.state_dict(), bert.state_dict()
    torch.save({"old": {k: v.cpu() for k, v in old.items()}, "new": {k: v.cpu() for k, v in new.items()}, "keep": args.keep}, args.out)
    print(f"{args.out}: done after {time.time() - begun:.0f} s", flush=True)


def between(saved, keep=None):
    """Interpolates between the start of the embedding (keep 1) and its tuned state (keep 0)."""
    keep = saved["keep"] if keep is None else keep
    bert = Bert(12)
    bert.load_state_dict({k: keep * saved["old"][k] + (1 - keep) * saved["new"][k] for k in saved["new"]})
    return bert


if __name__ == "__main__":
    main()
