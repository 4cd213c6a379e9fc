"""The starting point: bge-small-en-v1.5 (MIT), read from its int8 ONNX file and dequantised.

Needs neither the onnx package nor the network: the few message types of the file are parsed by hand.
"""
import lzma
import os

import numpy as np
import torch

TYPES = {1: np.float32, 2: np.uint8, 3: np.int8, 6: np.int32, 7: np.int64, 9: np.bool_, 10: np.float16}


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    """(number, value) of every field of a protobuf message."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = varint(data, at)
        else:
            size, at = varint(data, at) if kind == 2 else ({5: 4, 1: 8}[kind], at)
            value = data[at : at + size]
            at += size
        yield number, value


def integers(values):
    for value in values:
        if isinstance(value, int):
            yield value
            continue
        at = 0
        while at < len(value):
            number, at = varint(value, at)
            yield number


def tensor(data):
    parts = {}
    for number, value in fields(data):
        parts.setdefault(number, []).append(value)
    shape, kind = list(integers(parts.get(1, []))), TYPES.get(parts[2][0], np.float32)
    name = bytes(parts[8][0]).decode()
    if 9 in parts:
        return name, np.frombuffer(bytes(parts[9][0]), kind).reshape(shape)
    if 4 in parts:
        return name, np.frombuffer(b"".join(bytes(x) for x in parts[4]), np.float32).reshape(shape)
    return name, np.array(list(integers(parts.get(5, []) + parts.get(7, [])))).astype(kind).reshape(shape)


def read_onnx(path):
    """Tensors by name, and the names of the node and of the weight for every quantised product."""
    opened = lzma.open(path) if path.endswith(".xz") else open(path, "rb")
    with opened as file:
        model = memoryview(file.read())
    graph = next(value for number, value in fields(model) if number == 7)
    tensors, products = {}, []
    for number, value in fields(graph):
        if number == 5:
            name, array = tensor(value)
            tensors[name] = array
        elif number == 1:
            node = {}
            for part, text in fields(value):
                if part in (1, 3, 4):
                    node.setdefault(part, []).append(bytes(text).decode())
            if node.get(4) == ["MatMulInteger"]:
                products.append((node[3][0], node[1][1]))
    return tensors, products


def base_weights(folder):
    """The weights of bge-small under their BERT names."""
    path = next(p for p in (f"{folder}/model_quantized.onnx", f"{folder}/model_quantized.onnx.xz") if os.path.exists(p))
    tensors, products = read_onnx(path)

    def dequantised(name):
        raw, zero, scale = (tensors[name + end].astype(np.float32) for end in ("_quantized", "_zero_point", "_scale"))
        return (raw - zero) * scale

    weights = {}
    for kind in ("word_embeddings", "position_embeddings", "token_type_embeddings"):
        weights[f"embeddings.{kind}.weight"] = dequantised(f"embeddings.{kind}.weight")
    for name, array in tensors.items():
        if array.dtype == np.float32 and name.startswith(("embeddings", "encoder")):
            if "LayerNorm" in name or name.endswith(".bias"):
                weights[name] = array
    for node, weight in products:
        name = node.strip("/").replace("/MatMul_quant", "").replace("/", ".")
        weights[f"{name}.weight"] = dequantised(weight.removesuffix("_quantized")).T
    return {name: torch.tensor(np.ascontiguousarray(array)) for name, array in weights.items()}
