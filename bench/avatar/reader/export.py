"""Writes the trained reader as an ONNX file: export.py TRAINED LAYERS OUT.onnx

Weights stay bytes with a scale per column and are widened when the file is opened; the table of word pieces stays
bytes. One window at a time, so there is no mask. Inputs: `input_ids`, `token_type_ids`, `position_ids`, each 1 x T.
Output `scores`, 1 x T x 3: answer, sure, follows.
"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SIZE, HEADS, LONGEST = 384, 12, 256


class Graph:
    def __init__(self):
        self.nodes, self.constants, self.count = [], [], 0

    def constant(self, value, name=None):
        self.count += 1
        name = name or f"c{self.count}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, kind, *inputs, outputs=1, **attributes):
        self.count += 1
        names = [f"v{self.count}_{at}" for at in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def matrix(self, whole, scale):
        """Bytes by output and input, with a scale for each output, as a matrix to multiply by."""
        return self.add("DequantizeLinear", self.constant(whole.T), self.constant(scale), axis=1)

    def linear(self, x, weights, *names):
        whole = np.concatenate([weights[f"{name}.weight"] for name in names])
        scale = np.concatenate([weights[f"{name}.weight.scale"] for name in names])
        bias = np.concatenate([weights[f"{name}.bias"] for name in names])
        return self.add("Add", self.add("MatMul", x, self.matrix(whole, scale)), self.constant(bias))

    def norm(self, x, weights, name):
        return self.add("LayerNormalization", x, self.constant(weights[f"{name}.weight"]), self.constant(weights[f"{name}.bias"]),
                        axis=-1, epsilon=1e-12)


def widened(weights, name, rows):
    return (weights[name].astype(np.float32) * weights[name + ".scale"][:, None])[:rows]


def main():
    folder, layers, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    weights = dict(np.load(f"{folder}/words-{layers}.npz")) | dict(np.load(f"{folder}/layers-{layers}.npz"))
    g = Graph()
    words = g.add("Cast", g.add("Gather", g.constant(weights["word.weight"]), "input_ids"), to=TensorProto.FLOAT)
    words = g.add("Mul", words, g.add("Gather", g.constant(weights["word.weight.scale"][:, None]), "input_ids"))
    places = g.add("Gather", g.constant(widened(weights, "position.weight", LONGEST)), "position_ids")
    kinds = g.add("Gather", g.constant(widened(weights, "token_type.weight", 2)), "token_type_ids")
    x = g.norm(g.add("Add", g.add("Add", words, places), kinds), weights, "norm")
    apart = g.constant(np.array([1, -1, 3 * HEADS, SIZE // HEADS], np.int64))
    together = g.constant(np.array([1, -1, SIZE], np.int64))
    part = g.constant(np.array([HEADS] * 3, np.int64))
    root = g.constant(np.array((SIZE // HEADS) ** -0.5, np.float32))
    for layer in range(layers):
        name = f"layers.{layer}."
        qkv = g.linear(x, weights, name + "query", name + "key", name + "value")
        qkv = g.add("Transpose", g.add("Reshape", qkv, apart), perm=[0, 2, 1, 3])
        q, k, v = g.add("Split", qkv, part, outputs=3, axis=1)
        k = g.add("Transpose", k, perm=[0, 1, 3, 2])
        seen = g.add("Softmax", g.add("Mul", g.add("MatMul", q, k), root), axis=-1)
        seen = g.add("Reshape", g.add("Transpose", g.add("MatMul", seen, v), perm=[0, 2, 1, 3]), together)
        x = g.norm(g.add("Add", x, g.linear(seen, weights, name + "attention")), weights, name + "attention_norm")
        more = g.add("Gelu", g.linear(x, weights, name + "intermediate"))
        x = g.norm(g.add("Add", x, g.linear(more, weights, name + "output")), weights, name + "output_norm")
    x = g.add("Gelu", g.linear(x, weights, "dense"))
    heads = {"weight": weights["heads.weight"][:3], "weight.scale": weights["heads.weight.scale"][:3], "bias": weights["heads.bias"][:3]}
    x = g.linear(x, {f"heads.{key}": value for key, value in heads.items()}, "heads")
    g.nodes.append(helper.make_node("Identity", [x], ["scores"]))
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "T"]) for name in ("input_ids", "token_type_ids", "position_ids")]
    outputs = [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, "T", 3])]
    graph = helper.make_graph(g.nodes, "reader", inputs, outputs, g.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, out)


if __name__ == "__main__":
    main()
