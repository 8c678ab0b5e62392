"""ONNX graphs of a member: its backbone in INT8 or in floats, its head, and from bytes to probabilities.

INT8 keeps the ranges of activations that the backbone was trained with by its makers. Its weights are rounded anew, to
7 bits and a scale for each channel: processors without VNNI add two products in 16 bits, which 8 bits would overflow.
"""
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from backbones import FILES, SIZE, VIEWS, Backbone, middle, same
from heads import Head
from tflite import Graph, Tensor, read_graph

OPSET = 18
SEVEN_BITS = 63


class Builder:
    """Collects nodes and constants of a graph; names begin with that of the part that is being built."""

    def __init__(self):
        self.nodes, self.constants, self.part = [], [], ""

    def constant(self, name: str, value) -> str:
        self.constants.append(numpy_helper.from_array(np.asarray(value), self.part + name))
        return self.part + name

    def node(self, operator: str, inputs: list[str], output: str, **attributes) -> str:
        self.nodes.append(helper.make_node(operator, inputs, [self.part + output], **attributes))
        return self.part + output

    def range_of(self, name: str, tensor: Tensor) -> list[str]:
        """Scale and zero of an activation, as two constants."""
        return [self.constant(f"{name}_scale", np.float32(tensor.scale)), self.constant(f"{name}_zero", np.uint8(tensor.zero))]

    def model(self, name: str, origins: list[str], output: str, width: int) -> onnx.ModelProto:
        graph = helper.make_graph(
            self.nodes, name, [helper.make_tensor_value_info("pixels", TensorProto.UINT8, ["batch", SIZE, SIZE, 3])],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", width])], self.constants)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        # The Apache License asks that changed files say so.
        origin = f"Derived from {', '.join(origins)} of google-coral/test_data (Apache License 2.0): converted, with another head."
        return helper.make_model(graph, opset_imports=opsets, ir_version=10, doc_string=origin)


def quantisation_of(view: str, folder: Path) -> Graph:
    """The ranges of activations in the file of a view's backbone."""
    return read_graph(folder / FILES[VIEWS[view][0]])


def feature_graph(name: str, backbone: Backbone, quantisation: Graph | None = None) -> onnx.ModelProto:
    """Bytes to features; in INT8 where the ranges of `quantisation` are given, else in floats."""
    builder = Builder()
    return builder.model(name, [FILES[VIEWS[name][0]]], features(builder, backbone, quantisation), backbone.width)


def member_graph(name: str, backbones: dict[str, Backbone], head: Head, quantisations: dict[str, Graph]) -> onnx.ModelProto:
    """Bytes to probabilities."""
    builder, pooled = Builder(), []
    for view, backbone in backbones.items():
        builder.part = f"{view}_"
        pooled.append(features(builder, backbone, quantisations.get(view)))
    builder.part = ""
    side_by_side = builder.node("Concat", pooled, "side_by_side", axis=1) if len(pooled) > 1 else pooled[0]
    weight, bias = builder.constant("head_weight", head.weight), builder.constant("head_bias", head.bias)
    logits = builder.node("Gemm", [side_by_side, weight, bias], "logits", transB=1)
    origins = [FILES[VIEWS[view][0]] for view in backbones]
    return builder.model(name, origins, builder.node("Softmax", [logits], "probabilities", axis=1), len(head.bias))


def features(builder: Builder, backbone: Backbone, quantisation: Graph | None) -> str:
    picture, side = "pixels", backbone.side
    if side != SIZE:
        start, stop = (builder.constant(name, np.array([edge, edge])) for name, edge in zip(("start", "stop"), middle(side)))
        picture = builder.node("Slice", [picture, start, stop, builder.constant("axes", np.array([1, 2]))], "cut")
    picture = builder.node("Transpose", [picture], "planes", perm=[0, 3, 1, 2])
    last = int8_layers(builder, backbone, quantisation, picture, side) if quantisation else float_layers(builder, backbone, picture, side)
    return builder.node("ReduceMean", [last, builder.constant("places", np.array([2, 3]))], "features", keepdims=0)


def float_layers(builder: Builder, backbone: Backbone, picture: str, side: int) -> str:
    numbers = builder.node("Cast", [picture], "numbers", to=TensorProto.FLOAT)
    moved = builder.node("Sub", [numbers, builder.constant("middle", np.float32(128))], "moved")
    results, sides = [builder.node("Mul", [moved, builder.constant("unit", np.float32(1 / 128))], "scaled")], [side]
    limits = [builder.constant("zero", np.float32(0)), builder.constant("six", np.float32(6))]
    for number, (layer, inputs) in enumerate(backbone.steps, 1):
        if layer is None:
            results.append(builder.node("Add", [results[index] for index in inputs], f"sum{number}"))
            sides.append(sides[inputs[0]])
            continue
        module, attributes, after = geometry(backbone, layer, sides[inputs[0]])
        weight = builder.constant(f"weight{number}", module.weight.detach().numpy())
        bias = builder.constant(f"bias{number}", module.bias.detach().numpy())
        result = builder.node("Conv", [results[inputs[0]], weight, bias], f"layer{number}", **attributes)
        results.append(builder.node("Clip", [result, *limits], f"limited{number}") if module.relu6 else result)
        sides.append(after)
    return results[-1]


def int8_layers(builder: Builder, backbone: Backbone, quantisation: Graph, picture: str, side: int) -> str:
    tensors = [quantisation.tensors[index] for index in backbone.outputs]
    ranges = [builder.range_of(f"range{number}", tensor) for number, tensor in enumerate(tensors)]
    results, sides = [picture], [side]
    for number, (layer, inputs) in enumerate(backbone.steps, 1):
        taken = [name for index in inputs for name in (results[index], *ranges[index])]
        if layer is None:
            results.append(builder.node("QLinearAdd", [*taken, *ranges[number]], f"sum{number}", domain="com.microsoft"))
            sides.append(sides[inputs[0]])
            continue
        module, attributes, after = geometry(backbone, layer, sides[inputs[0]])
        weight, scale, bias = seven_bits(module.weight.detach().numpy(), module.bias.detach().numpy(), tensors[inputs[0]].scale)
        constants = [builder.constant(f"weight{number}", weight), builder.constant(f"scale{number}", scale),
                     builder.constant(f"zero{number}", np.zeros(len(scale), np.int8))]
        results.append(builder.node("QLinearConv", [*taken, *constants, *ranges[number], builder.constant(f"bias{number}", bias)],
                                    f"layer{number}", **attributes))
        sides.append(after)
    return builder.node("DequantizeLinear", [results[-1], *ranges[-1]], "last")


def geometry(backbone: Backbone, layer: int, side: int):
    """A layer, its attributes as ONNX has them, and the side of its map."""
    module = backbone.layers[layer]
    kernel, stride = module.weight.shape[-1], module.stride
    before, behind = same(side, kernel, stride)
    attributes = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [before] * 2 + [behind] * 2, "group": module.groups}
    return module, attributes, -(-side // stride)


def seven_bits(weight: np.ndarray, bias: np.ndarray, scale_before: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Weights, the scale of each channel, and biases in products of both scales."""
    scale = np.abs(weight).reshape(len(weight), -1).max(1) / SEVEN_BITS
    # A channel without weights is its bias alone, which must still fit into 32 bits.
    scale = np.maximum(scale, np.abs(bias) / scale_before / 2**30 + 1e-12)
    rounded = np.round(weight / scale.reshape(-1, 1, 1, 1)).astype(np.int8)
    return rounded, scale.astype(np.float32), np.round(bias / (scale_before * scale)).astype(np.int32)
