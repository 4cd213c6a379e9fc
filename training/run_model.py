"""Runs trained models, from PyTorch files or from ONNX files."""
import numpy as np
import torch

from data import chunks


def softmax(x):
    x = np.exp(x - x.max(1, keepdims=True))
    return x / x.sum(1, keepdims=True)


class OnnxModel:
    def __init__(self, path, threads=0):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def __call__(self, batch):
        names = ("input_ids", "attention_mask", "token_type_ids")
        return self.session.run(None, dict(zip(names, batch.numpy())))


class TorchModel:
    """Does not use half precision: measurements are in float32."""

    def __init__(self, module):
        self.module = module.cuda().eval()

    @torch.no_grad()
    def __call__(self, batch):
        out = self.module(*batch.cuda())
        return [x.float().cpu().numpy() for x in (out if isinstance(out, tuple) else (out,))]


def run(model, pairs, longest, size, pick):
    """`pick` of the outputs for all pairs, in their order."""
    if not pairs:
        return np.zeros((0,))
    found = [None] * len(pairs)
    for index, batch in chunks(pairs, longest, parts=-(-len(pairs) // size)):
        for i, row in zip(index.tolist(), pick(model(batch))):
            found[i] = row
    return np.stack(found)


class ReaderRunner:
    def __init__(self, model, words, size=512):
        self.model, self.words, self.size = model, words, size
        self.onnx = isinstance(model, OnnxModel)

    def read(self, texts, at, longest, first, second):
        a, b = self.words([x for x, _ in texts], first), self.words([y for _, y in texts], second)
        return run(self.model, list(zip(a, b)), longest, self.size, lambda out: out[at])

    def relation(self, texts):
        """Probabilities for (earlier, later), in the order of RELATIONS."""
        return softmax(self.read(texts, 0, 256, 126, 126))

    def relevance(self, texts):
        """Logits for (question, memory)."""
        return self.read(texts, 1 if self.onnx else 2, 192, 48, 128)

    def keep(self, texts):
        """Logits for (sentence, what was said next)."""
        return self.read(texts, 2 if self.onnx else 3, 192, 64, 96)

    def needed(self, texts):
        """Logits for (task, memory)."""
        return self.read(texts, 3 if self.onnx else 4, 192, 48, 128)


class EmbeddingRunner:
    def __init__(self, model, words, size=256):
        self.model, self.words, self.size = model, words, size

    def __call__(self, texts):
        tokens = self.words(texts, 254)
        out = run(self.model, [(t, None) for t in tokens], 256, self.size, lambda out: out[0][:, 0])
        return out / np.linalg.norm(out, axis=1, keepdims=True)
