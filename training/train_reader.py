"""Trains a reader of pairs: the relation of two statements, the relevance of a memory to a question, or both.

    python3 train_reader.py --public DIR --base DIR --out FILE [--layers 6|12] [--tasks relation,relevance]
                            [--teachers FILE,…] [--steps N] [--seed N] [--further FILE.onnx --seconds N]
With teachers it starts from the layers of the first one, and learns from their outputs as well as from the labels. With --further it goes on from a
shipped reader, for a time instead of a number of steps.
"""
import argparse
import random
import time

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from base import base_weights
from data import Corpus, chunks, endless
from model import FULL, HALF, Bert, Reader
from shipped import shipped_weights

SIZE = 8  # candidates per question
TALK = 48  # sentences of conversations per batch
NEEDS = 32  # tasks per batch
PLAIN = 16  # questions asked of plain short statements per batch, in addition to the others
QUIET = 112  # pairs without a conflict per batch, in addition to the labelled ones


class Batches(IterableDataset):
    def __init__(self, corpus, tasks, loose, seed, short):
        self.corpus, self.tasks, self.loose, self.seed, self.short = corpus, tasks, loose, seed, short

    def __iter__(self):
        worker = get_worker_info()
        rng = random.Random(self.seed * 1000 + (worker.id if worker else 0))
        corpus = self.corpus
        stores = corpus.stores
        pairs, inference, questions, groups, replaced, still, asked, plain, tasks, talk, short = (
            endless(x, rng)
            for x in (
                corpus.pairs, corpus.inference, corpus.questions, corpus.groups,
                stores.pairs, stores.quiet, stores.questions, stores.plain, stores.tasks, corpus.talk, corpus.short,
            )
        )
        while True:
            texts, relation, nli, answered, kept, needed = [], [], [], [], [], []
            if "relation" in self.tasks:
                rows = corpus.relation_rows(96, pairs, rng) + stores.pair_rows(48, replaced) + [next(short) for _ in range(self.short)]
                texts += [(a, b) for a, b, _ in rows]
                relation = [label for *_, label in rows]
                rows = [next(inference) for _ in range(64)]
                texts += [(a, b) for a, b, _ in rows]
                nli = [label for *_, label in rows]
                texts += corpus.quiet_rows(QUIET // 4, rng) + [next(still) for _ in range(QUIET - QUIET // 4)]
                texts += corpus.loose_rows(self.loose, rng)
            if "relevance" in self.tasks:
                rows = corpus.public_rows(20, questions, rng, SIZE) + corpus.group_rows(16, groups, rng, SIZE)
                rows += stores.question_rows(40, asked, rng, SIZE) + stores.question_rows(PLAIN, plain, rng, SIZE)
                texts += [(question, c) for question, candidates, _ in rows for c in candidates]
                answered = [has for *_, has in rows]
                rows = stores.task_rows(NEEDS, tasks, asked, rng, SIZE)
                texts += [(task, c) for task, candidates, _ in rows for c in candidates]
                needed = [share for *_, shares in rows for share in shares]
                rows = [next(talk) for _ in range(TALK)]
                texts += [row[:2] for row in rows]
                kept = [row[2] for row in rows]
            targets = [torch.tensor(x, dtype=torch.long) for x in (relation, nli, answered, kept)] + [torch.tensor(needed)]
            yield list(chunks(texts, 160)), targets


def forward(model, parts, hidden=False):
    """All outputs, in the order of the batch."""
    outs, order = [], []
    for index, batch in parts:
        with torch.autocast("cuda", dtype=torch.bfloat16):
            outs.append(model(*batch.cuda(non_blocking=True), hidden=hidden))
        order.append(index)
    back = torch.argsort(torch.cat(order)).cuda()
    return [torch.cat(part).float()[back] for part in zip(*outs)]


def parts_of(targets, loose):
    """Which part of a batch holds which kind of pair: relation, inference, pairs without a label, questions, tasks,
    sentences."""
    counts = [len(targets[0]), len(targets[1]), loose + QUIET if len(targets[0]) else 0]
    counts += [SIZE * len(targets[2]), len(targets[4]), len(targets[3])]
    ends = [sum(counts[: n + 1]) for n in range(len(counts))]
    return [slice(end - count, end) for count, end in zip(counts, ends)]


def label_loss(out, targets, loose):
    related, inferred, unlabelled, asked, tasks, talk = parts_of(targets, loose)
    relation, nli, answered, kept, needed = (t.cuda(non_blocking=True) for t in targets)
    loss = 0.0
    if len(relation):
        quiet = out[0][unlabelled.start : unlabelled.start + QUIET].softmax(1)[:, 2:].sum(1)
        loss = loss - 1.0 * torch.log(quiet.clamp_min(1e-4)).mean()
        loss = loss + 1.5 * F.cross_entropy(out[0][related], relation, label_smoothing=0.05)
        loss = loss + 0.7 * F.cross_entropy(out[1][inferred], nli)
    if len(answered):
        loss = loss + 0.7 * F.binary_cross_entropy_with_logits(out[3][talk], kept.float())
        weight = torch.tensor(2.0, device=needed.device)
        loss = loss + 1.2 * F.binary_cross_entropy_with_logits(out[4][tasks], needed, pos_weight=weight)
        scores = out[2][asked].view(-1, SIZE)
        truth = torch.zeros_like(scores)
        truth[:, 0] = answered.float()
        has = answered.bool()
        loss = loss + 1.5 * F.binary_cross_entropy_with_logits(scores, truth, pos_weight=weight)
        loss = loss + 0.7 * F.cross_entropy(scores[has], torch.zeros(int(has.sum()), dtype=torch.long, device=scores.device))
    return loss


def teacher_loss(out, taught, targets, loose, heat=2.0):
    """Distance from the mean of the teachers: their outputs, and the hidden state of the first."""
    related, inferred, unlabelled, asked, tasks, talk = parts_of(targets, loose)
    loss = 0.5 * (1 - F.cosine_similarity(out[5], taught[0][5], dim=1)).mean()
    if len(targets[0]):
        for head, rows in ((0, related), (0, unlabelled), (1, inferred)):
            truth = torch.stack([(t[head][rows] / heat).softmax(1) for t in taught]).mean(0)
            share = 0.5 if head == 0 else 1.0
            loss = loss + share * 1.5 * heat**2 * F.kl_div((out[head][rows] / heat).log_softmax(1), truth, reduction="batchmean")
    if len(targets[2]):
        for head, rows in ((2, asked), (3, talk), (4, tasks)):
            loss = loss + 0.1 * F.mse_loss(out[head][rows], torch.stack([t[head][rows] for t in taught]).mean(0))
        truth = torch.stack([t[2][asked] for t in taught]).mean(0).view(-1, SIZE)
        loss = loss + F.kl_div(out[2][asked].view(-1, SIZE).log_softmax(1), truth.softmax(1), reduction="batchmean")
    return loss


def optimiser(model, rate, steps, done, heads_rate=3e-4):
    """`done`: the share of the training that is over, by the number of steps so far."""
    still = ("bias", "norm.weight", "norm1.weight", "norm2.weight")
    body = [(n, p) for n, p in model.named_parameters() if n.startswith("bert.")]
    groups = [
        {"params": [p for n, p in body if not n.endswith(still)], "lr": rate, "weight_decay": 0.01},
        {"params": [p for n, p in body if n.endswith(still)], "lr": rate, "weight_decay": 0.0},
        {"params": [p for n, p in model.named_parameters() if not n.startswith("bert.")], "lr": heads_rate, "weight_decay": 0.01},
    ]
    adam = torch.optim.AdamW([g for g in groups if g["params"]], betas=(0.9, 0.98), eps=1e-6, fused=True)
    warm = max(1, min(80, steps // 10))
    pace = torch.optim.lr_scheduler.LambdaLR(adam, lambda s: min(1, (s + 1) / warm) * max(0.01, 1 - done(s)))
    return adam, pace


def load_reader(path):
    saved = torch.load(path, weights_only=True)
    reader = Reader(Bert(saved["layers"]))
    reader.load_state_dict(saved["state"])
    return reader.cuda().eval()


def main():
    ask = argparse.ArgumentParser()
    for name in ("--public", "--base", "--out"):
        ask.add_argument(name, required=True)
    ask.add_argument("--layers", type=int, default=6)
    ask.add_argument("--start", default="first", choices=["spread", "first"])
    ask.add_argument("--tasks", default="relation,relevance")
    ask.add_argument("--teachers", default="")
    ask.add_argument("--further", default="", help="a shipped reader (.onnx) to go on from")
    ask.add_argument("--seconds", type=float, default=0, help="how long to train, instead of --steps")
    ask.add_argument("--compound", type=float, default=0.0, help="the share of pairs with something else beside them")
    ask.add_argument("--short", type=int, default=32, help="pairs of short statements in a batch, beside the others")
    ask.add_argument("--steps", type=int, default=1200)
    ask.add_argument("--rate", type=float, default=1e-4)
    ask.add_argument("--workers", type=int, default=3, help="processes that draw batches")
    ask.add_argument("--seed", type=int, default=1)
    args = ask.parse_args()
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    begun = time.time()

    tasks, teachers = args.tasks.split(","), [load_reader(t) for t in args.teachers.split(",") if t]
    loose = 96 if teachers and "relation" in tasks else 0
    picked = FULL if args.layers == 12 else HALF if args.start == "spread" else FULL[: args.layers]
    if teachers:
        model = Reader(teachers[0].bert.pick(picked))
        model.load_state_dict({k: v for k, v in teachers[0].state_dict().items() if not k.startswith("bert.")}, strict=False)
    else:
        model = Reader(Bert.from_base(base_weights(args.base), picked))
    if args.further:
        weights = {name: torch.from_numpy(array.copy()) for name, array in shipped_weights(args.further).items()}
        print(args.further, model.load_state_dict(weights, strict=False), flush=True)
        torch.nn.init.zeros_(model.nli.weight)  # not in the file: it must not disturb the rest before it has learnt something
    model = model.cuda().train()
    began = time.time()
    done = lambda s: (time.time() - began) / args.seconds if args.seconds else s / args.steps
    adam, pace = optimiser(model, args.rate, args.steps, done, heads_rate=args.rate if args.further else 3e-4)
    batches = DataLoader(
        Batches(Corpus(args.public, args.base, args.seed, args.compound), tasks, loose, args.seed, args.short),
        batch_size=None, num_workers=args.workers, prefetch_factor=6, pin_memory=True,
    )
    began = time.time()
    print(f"{args.out}: ready after {time.time() - begun:.0f} s", flush=True)
    for step, (parts, targets) in enumerate(batches):
        if done(step) >= 1:
            break
        out = forward(model, parts, hidden=bool(teachers))
        loss = label_loss(out, targets, loose)
        if teachers:
            with torch.no_grad():
                taught = [forward(t, parts, hidden=True) for t in teachers]
            loss = 0.5 * loss + teacher_loss(out, taught, targets, loose)
        adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        adam.step()
        pace.step()
        if step % 200 == 0:
            print(f"{args.out}: step {step} loss {loss.item():.3f} at {time.time() - begun:.0f} s", flush=True)
    torch.save({"layers": len(picked), "state": {k: v.cpu() for k, v in model.state_dict().items()}}, args.out)
    print(f"{args.out}: done after {time.time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
