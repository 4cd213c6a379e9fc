"""The weights of a shipped reader (int8 ONNX, as export.py and spans.py write it), dequantised, under the names of model.py: to train it further."""
import re

import numpy as np

from base import read_onnx

LINEAR = ("qkv", "out", "up", "down")


def shipped_weights(path):
    tensors, _ = read_onnx(path)

    def dequantised(name):
        raw, zero, scale = (tensors[name + end].astype(np.float32) for end in ("_quantized", "_zero_point", "_scale"))
        return (raw - zero) * scale

    whole = [name.removesuffix("_quantized") for name in tensors if name.endswith("_quantized")]
    # The products of the layers have lost their names, but not their order.
    products = sorted((name for name in whole if name.startswith("onnx::MatMul")), key=lambda name: int(re.sub(r"\D", "", name)))
    weights = {f"bert.layers.{at // 4}.{LINEAR[at % 4]}.weight": dequantised(name).T for at, name in enumerate(products)}
    for name, array in tensors.items():
        if name.startswith("reader.") and array.dtype == np.float32 and not name.endswith("_scale"):
            weights[name.removeprefix("reader.")] = array
    for name in whole:
        if name.startswith("reader."):  # embeddings, and the heads' products, which are the other way round
            weights[name.removeprefix("reader.")] = dequantised(name) if ".bert." in name else dequantised(name).T
    return weights
