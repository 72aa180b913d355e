"""Takes the weights of gte-small out of its ONNX file, rounded to bytes with a scale per row: trunk.py MODEL OUT"""

import sys

import numpy as np
import onnx
from onnx import numpy_helper

LAYERS = 12
PARTS = ("query", "key", "value", "attention", "intermediate", "output")


def rounded(matrix):
    scale = np.abs(matrix).max(axis=1, keepdims=True) / 127 + 1e-12
    return np.round(matrix / scale).astype(np.int8), scale[:, 0].astype(np.float32)


def main():
    graph = onnx.load(sys.argv[1]).graph
    named = {it.name: numpy_helper.to_array(it) for it in graph.initializer}
    found = {}
    plain = iter([named[node.input[1]] for node in graph.node if node.op_type == "MatMul" and node.input[1] in named])
    for layer in range(LAYERS):
        for part in PARTS:
            found[f"{layer}.{part}.weight"] = next(plain).T
        path = f"encoder.layer.{layer}."
        for part, name in zip(PARTS, ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
                                      "intermediate.dense", "output.dense")):
            found[f"{layer}.{part}.bias"] = named[f"{path}{name}.bias"]
        for part, name in (("attention_norm", "attention.output.LayerNorm"), ("output_norm", "output.LayerNorm")):
            for kind in ("weight", "bias"):
                found[f"{layer}.{part}.{kind}"] = named[f"{path}{name}.{kind}"]
    for part in ("word", "position", "token_type"):
        found[f"{part}.weight"] = named[f"embeddings.{part}_embeddings.weight"]
    for kind in ("weight", "bias"):
        found[f"norm.{kind}"] = named[f"embeddings.LayerNorm.{kind}"]
    out = {}
    for name, value in found.items():
        if value.ndim == 2:
            out[name], out[name + ".scale"] = rounded(value)
        else:
            out[name] = value.astype(np.float32)
    np.savez_compressed(sys.argv[2], **out)


if __name__ == "__main__":
    main()
