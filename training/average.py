"""Averages the weights of readers: python3 average.py OUT FILE FILE …

All .pt, or all int8 .onnx as export.py and spans.py write them; the graph is that of the last. Readers can be averaged if they come from the same
teacher, or from teachers that began with the same seed: others have learnt unlike heads.
"""
import re
import sys

import numpy as np


def of_files(out, paths):
    import torch

    saved = [torch.load(path, weights_only=True) for path in paths]
    states = [one["state"] for one in saved]
    mean = {name: torch.stack([state[name].float() for state in states]).mean(0) for name in states[0]}
    torch.save({"layers": saved[0]["layers"], "state": mean}, out)


class Weights:
    """The weights of a quantised graph, in an order that does not depend on the numbers the exporter gave them."""

    def __init__(self, model):
        from onnx import numpy_helper

        self.all = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
        named = [name.removesuffix("_quantized") for name in self.all if name.endswith("_quantized")]
        self.whole = sorted(named, key=lambda name: [int(n) if n.isdigit() else n for n in re.split(r"(\d+)", name)])
        self.plain = sorted(name for name, one in self.all.items() if one.dtype == np.float32 and not name.endswith("_scale"))

    def dequantised(self, name):
        quantised, zero, scale = (self.all[name + end].astype(np.float32) for end in ("_quantized", "_zero_point", "_scale"))
        return (quantised - zero) * scale

    def quantised(self, name, weights):
        """As many bits and scales as before: per tensor from the least to the greatest, per column around zero."""
        kind, zero, scale = (self.all[name + end] for end in ("_quantized", "_zero_point", "_scale"))
        if zero.dtype == np.uint8:
            step = (max(0, weights.max()) - min(0, weights.min())) / 255
            offset, low, high = np.round(-min(0, weights.min()) / step), 0, 255
        else:
            step, offset, low, high = np.abs(weights).max(0) / 127, 0, -127, 127
        return {
            name + "_quantized": np.clip(np.round(weights / step) + offset, low, high).astype(kind.dtype),
            name + "_scale": np.asarray(step, np.float32).reshape(scale.shape),
            name + "_zero_point": np.full(zero.shape, offset, zero.dtype),
        }


def of_graphs(out, paths):
    import onnx
    from onnx import numpy_helper

    models = [onnx.load(path) for path in paths]
    parts = [Weights(model) for model in models]
    last, new = parts[-1], {}
    for names in zip(*(part.whole for part in parts), strict=True):
        mean = np.mean([part.dequantised(name) for part, name in zip(parts, names)], 0)
        new |= last.quantised(names[-1], mean)
    for names in zip(*(part.plain for part in parts), strict=True):
        assert len(set(names)) == 1
        new[names[-1]] = np.mean([part.all[names[0]] for part in parts], 0)
    for one in models[-1].graph.initializer:
        if one.name in new:
            one.CopyFrom(numpy_helper.from_array(new[one.name], one.name))
    onnx.save(models[-1], out)


if __name__ == "__main__":
    (of_graphs if sys.argv[1].endswith(".onnx") else of_files)(sys.argv[1], sys.argv[2:])
