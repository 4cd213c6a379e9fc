"""Writes a trained model as int8 ONNX (weights per channel, activations at run time).

    python3 export.py reader FILE.pt FILE.onnx
    python3 export.py embedding FILE.pt FILE.onnx
Reader: input_ids, attention_mask, token_type_ids -> relation [b, 5], relevance [b], keep [b], needed [b].
Embedding: the same inputs -> last_hidden_state [b, n, 384]; the vector is that of the first token, normalised to
unit length.
"""
import os
import sys

import numpy as np
import onnx
import torch
import torch.nn as nn
from onnxruntime.quantization import QuantType, quantize_dynamic

from model import HEADS, WIDTH
from run_model import OnnxModel

INPUTS = ["input_ids", "attention_mask", "token_type_ids"]


class Judge(nn.Module):
    """The reader without the parts that only training needs."""

    def __init__(self, reader):
        super().__init__()
        self.reader = reader

    def forward(self, input_ids, attention_mask, token_type_ids):
        relation, _, *rest = self.reader(input_ids, attention_mask, token_type_ids)
        return relation, *rest


def shorten(path):
    """Writes the shapes of attention as constants (0: as in the input), where the exporter computes them for every run."""
    model = onnx.load(path)
    graph = model.graph
    shapes = {"in_heads": [0, 0, HEADS, WIDTH // HEADS], "joined": [0, 0, WIDTH]}
    reshapes = [node for node in graph.node if node.op_type == "Reshape"]  # three for the heads of a layer, then one back
    for node in reshapes:
        node.input[1] = "joined" if node.name.endswith("/Reshape_3") else "in_heads"
    joined = sum(node.input[1] == "joined" for node in reshapes)
    assert joined > 0 and len(reshapes) == 4 * joined
    for name, shape in shapes.items():
        graph.initializer.append(onnx.numpy_helper.from_array(np.array(shape, np.int64), name))
    while True:
        used = {name for node in graph.node for name in node.input} | {output.name for output in graph.output}
        unused = [node for node in graph.node if not used.intersection(node.output)]
        if not unused:
            break
        for node in unused:
            graph.node.remove(node)
    onnx.save(model, path)


def main():
    kind, source, target = sys.argv[1:4]
    if kind == "reader":
        from train_reader import load_reader

        module, outputs = Judge(load_reader(source).cpu()), {name: {0: "b"} for name in ("relation", "relevance", "keep", "needed")}
    else:
        from train_embedding import between

        module, outputs = between(torch.load(source, weights_only=True)), {"last_hidden_state": {0: "b", 1: "n"}}
    module.eval()
    for part in module.modules():
        if hasattr(part, "plain"):
            part.plain = True
    torch.manual_seed(1)
    example = torch.randint(1000, 20000, (3, 24)), torch.ones(3, 24, dtype=torch.long), torch.zeros(3, 24, dtype=torch.long)
    example[1][1, 15:] = 0
    example[2][:, 10:] = 1
    whole = f"{target}.fp32"
    torch.onnx.export(
        module, example, whole, input_names=INPUTS, output_names=list(outputs), opset_version=14, dynamo=False,
        dynamic_axes={name: {0: "b", 1: "n"} for name in INPUTS} | outputs,
    )
    shorten(whole)
    heads = [node.name for node in onnx.load(whole).graph.node if node.op_type == "Gemm"]  # small, and precision matters there
    quantize_dynamic(whole, target, weight_type=QuantType.QInt8, per_channel=True, nodes_to_exclude=heads)
    with torch.no_grad():
        wanted = module(*example)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    for path in (whole, target):
        got = OnnxModel(path)(torch.stack(example))
        off = [float(np.abs(g - w.numpy()).max()) for g, w in zip(got, wanted)]
        assert path == target or max(off) < 1e-3, "the graph computes something else"
        print(f"{path}: {os.path.getsize(path)} bytes, off by at most {['%.4f' % x for x in off]}", flush=True)


if __name__ == "__main__":
    main()
