"""Which words of an earlier statement a later one replaces: a small head on the reader. No GPU; needs numpy and onnx.

    python3 training/spans.py expose models/reader.onnx    (once per export of the reader)
    npm run build && node training/spans.mjs DIR
    python3 training/spans.py fit DIR models/spans.onnx

The reader itself stays as it is. The head reads the states of the tokens after its fifth layer (the sixth is computed for the first token only), each
beside its two neighbours. It is fitted to pairs of which only a part no longer holds, where the writer named the words.
"""
import json
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

STATES = "/reader/bert/layers.4/norm2/Add_1_output_0"
SIZE, WINDOW, HIDDEN = 384, 3, 64
SEEDS, EPOCHS, BATCH, RATE, DECAY, DROP = (1, 2, 3), 10, 512, 1e-3, 5e-2, 0.5


def expose(path):
    """Makes the reader return the states as `states`, where it does not."""
    model = onnx.load(path)
    if "states" in [output.name for output in model.graph.output]:
        return
    for node in model.graph.node:
        for names in (node.input, node.output):
            for i, name in enumerate(names):
                if name == STATES:
                    names[i] = "states"
    model.graph.output.append(helper.make_tensor_value_info("states", TensorProto.FLOAT, ["b", "s", SIZE]))
    onnx.save(model, path)


def windows(states, rows):
    """Each token of the earlier statements beside its two neighbours; `states` has one more at both ends of each row."""
    at = np.concatenate([np.arange(r["from"] + 1, r["from"] + 1 + len(r["gone"])) for r in rows])
    return at, np.concatenate([np.asarray(r["gone"], np.float32) for r in rows])


def train(states, rows, seed):
    rng = np.random.default_rng(seed)
    at, truth = windows(states, rows)
    n = SIZE * WINDOW
    p = [rng.normal(0, n**-0.5, (n, HIDDEN)), np.zeros(HIDDEN), rng.normal(0, HIDDEN**-0.5, HIDDEN), np.zeros(1)]
    p = [value.astype(np.float32) for value in p]
    mean, square = [np.zeros_like(v) for v in p], [np.zeros_like(v) for v in p]
    steps, step = EPOCHS * (-(-len(at) // BATCH)), 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(at))
        for begin in range(0, len(at), BATCH):
            some = order[begin : begin + BATCH]
            x = np.concatenate([states[at[some] + d] for d in (-1, 0, 1)], 1)
            x = x * (rng.random(x.shape, np.float32) >= DROP) / (1 - DROP)
            hidden = x @ p[0] + p[1]
            active = np.maximum(hidden, 0)
            slope = (1 / (1 + np.exp(-(active @ p[2] + p[3]))) - truth[some]) / len(some)
            back = np.outer(slope, p[2]) * (hidden > 0)
            step += 1
            rate = RATE * (1 - step / (steps + 1))
            for i, g in enumerate([x.T @ back, back.sum(0), active.T @ slope, slope.sum(keepdims=True)]):
                mean[i] = 0.9 * mean[i] + 0.1 * g
                square[i] = 0.99 * square[i] + 0.01 * g * g
                by = mean[i] / (1 - 0.9**step) / (np.sqrt(square[i] / (1 - 0.99**step)) + 1e-8)
                p[i] -= rate * (by + (DECAY * p[i] if p[i].ndim == 2 else 0))
    return p


def fit(folder, target):
    with open(f"{folder}/spans.json", encoding="utf-8") as file:
        rows = json.load(file)
    states = np.fromfile(f"{folder}/states.f32", np.float32).reshape(-1, SIZE)
    taught = [r for r in rows if not r["held"]]
    mean, spread = states.mean(0), states.std(0) + 1e-5
    scaled = (states - mean) / spread
    nets = [train(scaled, taught, seed) for seed in SEEDS]
    # One net that returns the mean of all, on states as they are.
    first = np.concatenate([net[0] for net in nets], 1) / np.tile(spread, WINDOW)[:, None]
    offset = np.concatenate([net[1] for net in nets]) - np.tile(mean, WINDOW) @ first
    second = np.concatenate([net[2] for net in nets]) / len(nets)
    last = np.mean([net[3][0] for net in nets])
    held = [r for r in rows if r["held"]]
    at, truth = windows(states, held)
    z = np.maximum(np.concatenate([states[at + d] for d in (-1, 0, 1)], 1) @ first + offset, 0) @ second + last
    hits = (z > 0) & (truth > 0)
    print(len(taught), "pairs;", len(held), "held out; tokens P", round(hits.sum() / (z > 0).sum(), 3), "R", round(hits.sum() / truth.sum(), 3))

    kernel = first.reshape(WINDOW, SIZE, -1).transpose(2, 1, 0)
    weights = {"first": kernel, "offset": offset, "second": second[None, :, None], "last": np.array([last])}
    graph = helper.make_graph(
        [
            helper.make_node("Transpose", ["states"], ["turned"], perm=[0, 2, 1]),
            helper.make_node("Conv", ["turned", "first", "offset"], ["hidden"], pads=[1, 1]),
            helper.make_node("Relu", ["hidden"], ["active"]),
            helper.make_node("Conv", ["active", "second", "last"], ["gone"]),
        ],
        "spans",
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, ["b", "s", SIZE])],
        [helper.make_tensor_value_info("gone", TensorProto.FLOAT, ["b", 1, "s"])],
        [numpy_helper.from_array(value.astype(np.float32), name) for name, value in weights.items()],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=7), target)


if __name__ == "__main__":
    {"expose": expose, "fit": fit}[sys.argv[1]](*sys.argv[2:])
