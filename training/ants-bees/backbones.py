"""The backbones: quantised networks of others, dequantised to modules that can be trained and exported."""
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from tflite import ADD, CONVOLUTION, DEPTHWISE, read_graph

FILES = {
    "insects": "mobilenet_v2_1.0_224_inat_insect_quant.tflite",
    "things": "mobilenet_v1_1.0_224_quant_embedding_extractor.tflite",
}
# What a member may look at: a backbone, and how large a square in the middle of the picture it is given. At 160 it takes
# half the time, and sees an insect in the middle as large as at 224.
VIEWS = {"insects": ("insects", 224), "insects_near": ("insects", 160), "things": ("things", 224), "things_near": ("things", 160)}
SIZE = 224  # All members are given pictures of this size, so that one decoding serves all.


def same(length: int, kernel: int, stride: int) -> tuple[int, int]:
    """Zeros before and after, as TensorFlow's padding SAME puts them: one more behind where they are odd."""
    missing = max((-(-length // stride) - 1) * stride + kernel - length, 0)
    return missing // 2, missing - missing // 2


class Convolution(nn.Module):
    """A convolution with its normalisation already folded in, and ReLU6 where the network has it."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, stride: int, groups: int, relu6: bool):
        super().__init__()
        self.weight, self.bias = nn.Parameter(weight.contiguous()), nn.Parameter(bias)
        self.stride, self.groups, self.relu6 = stride, groups, relu6

    def forward(self, x):
        kernel = self.weight.shape[-1]
        x = F.pad(x, same(x.shape[-1], kernel, self.stride) + same(x.shape[-2], kernel, self.stride))
        x = F.conv2d(x, self.weight, self.bias, self.stride, 0, 1, self.groups)
        return x.clamp(0, 6) if self.relu6 else x


class Backbone(nn.Module):
    """Pixels 0..255 [n, SIZE, SIZE, 3] -> features [n, width of the last layer], of the middle that the view takes."""

    def __init__(self, view: str, folder: Path):
        super().__init__()
        name, self.side = VIEWS[view]
        graph = read_graph(folder / FILES[name])
        self.layers = nn.ModuleList()
        # Of each step: its layer, or None for a sum; the steps whose results it takes, 0 being the picture.
        self.steps: list[tuple[int | None, list[int]]] = []
        found = {graph.input: 0}
        # The tensor of each result in the file, where its range of values is.
        self.outputs = [graph.input]
        for operator in graph.operators:
            if operator.code in (CONVOLUTION, DEPTHWISE):
                weight, bias = (graph.tensors[index] for index in operator.inputs[1:3])
                depthwise = operator.code == DEPTHWISE
                # Stored [outputs, height, width, inputs], depthwise ones [1, height, width, channels].
                values = torch.from_numpy(weight.floats()).permute((3, 0, 1, 2) if depthwise else (0, 3, 1, 2))
                groups = values.shape[0] if depthwise else 1
                self.layers.append(Convolution(values, torch.from_numpy(bias.floats()), operator.stride, groups, operator.relu6))
                self.steps.append((len(self.layers) - 1, [found[operator.inputs[0]]]))
            elif operator.code == ADD:
                self.steps.append((None, [found[index] for index in operator.inputs]))
            else:
                continue
            found[operator.output] = len(self.steps)
            self.outputs.append(operator.output)
        self.width = self.layers[-1].weight.shape[0]

    def run(self, x: torch.Tensor, start: int = 0, stop: int | None = None) -> torch.Tensor:
        """The map after step `stop`, from the map `x` before step `start`."""
        results = {start: x}
        for number, (layer, inputs) in enumerate(self.steps[start:stop], start + 1):
            taken = [results[index] for index in inputs]
            results[number] = self.layers[layer](taken[0]) if layer is not None else taken[0] + taken[1]
        return results[number]

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        start, stop = middle(self.side)
        seen = pixels[:, start:stop, start:stop].permute(0, 3, 1, 2).float()
        # As the networks take bytes: -1 to 1.
        return self.run((seen - 128) / 128).mean((2, 3))


def middle(side: int) -> tuple[int, int]:
    """Where the middle of a picture begins and ends, along either side."""
    start = (SIZE - side) // 2
    return start, start + side
