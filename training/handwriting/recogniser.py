"""The recognition network of PP-OCRv6 small (PaddleOCR, Apache License 2.0) as a member that reads one character, not a line.

Its weights come from the ONNX file in the wheel `rapidocr`. That network reads lines of text and knows 18,709 characters.
Here, the last layer keeps only the rows of the listed characters and of the blank.
"""
import argparse
from pathlib import Path

import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

# Strides reduce the height to a sixteenth, 3, and the width to a quarter, 10. Means of 3 x 2 then leave one row of 5 positions.
HEIGHT, WIDTH = 48, 40
# Each block's input, output and expanded channels, its vertical stride, and whether it has squeeze and excitation.
BLOCKS = ((96, 96, 192, 1, True), (96, 96, 192, 1, False), (96, 96, 192, 1, False), (96, 192, 192, 2, False),
          (192, 192, 384, 1, True), (192, 192, 384, 1, False), (192, 192, 384, 1, True), (192, 192, 384, 1, False),
          (192, 192, 384, 1, True), (192, 192, 384, 1, False), (192, 384, 384, 2, False),
          (384, 384, 768, 1, True), (384, 384, 768, 1, False))
TOKEN, HEADS = 120, 8


class Squeeze(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.reduce, self.expand = nn.Conv2d(channels, channels // 4, 1), nn.Conv2d(channels // 4, channels, 1)

    def forward(self, x):
        return x * F.hardsigmoid(self.expand(F.relu(self.reduce(x.mean((2, 3), keepdim=True)))))


class Block(nn.Module):
    """A depthwise and two pointwise convolutions. Unless the block makes the picture smaller, a shortcut bypasses the pointwise
    convolutions."""

    def __init__(self, inputs: int, outputs: int, expanded: int, step: int, squeeze: bool):
        super().__init__()
        self.depthwise = nn.Conv2d(inputs, inputs, 3, (step, 1), 1, groups=inputs)
        self.squeeze = Squeeze(inputs) if squeeze else nn.Identity()
        self.expand, self.project = nn.Conv2d(inputs, expanded, 1), nn.Conv2d(expanded, outputs, 1)
        self.shortcut = step == 1

    def forward(self, x):
        x = self.squeeze(self.depthwise(x))
        y = self.project(F.gelu(self.expand(x)))
        return x + y if self.shortcut else y


class Attention(nn.Module):
    """A transformer block over the positions in a line."""

    def __init__(self):
        super().__init__()
        self.before, self.between = nn.LayerNorm(TOKEN, 1e-5), nn.LayerNorm(TOKEN, 1e-5)
        self.qkv, self.out = nn.Linear(TOKEN, 3 * TOKEN), nn.Linear(TOKEN, TOKEN)
        self.wide, self.narrow = nn.Linear(TOKEN, 2 * TOKEN), nn.Linear(2 * TOKEN, TOKEN)

    def forward(self, x):
        n, places, _ = x.shape
        q, k, v = self.qkv(self.before(x)).reshape(n, places, 3, HEADS, TOKEN // HEADS).permute(2, 0, 3, 1, 4)
        shares = (q * (TOKEN // HEADS) ** -0.5 @ k.transpose(2, 3)).softmax(3)
        x = x + self.out((shares @ v).transpose(1, 2).reshape(n, places, TOKEN))
        return x + self.narrow(F.silu(self.wide(self.between(x))))


def shrinking(old: int, new: int) -> torch.Tensor:
    """The matrix [new, old] that reduces the rows or columns of a picture. A new row or column is a weighted mean of old ones."""
    return F.interpolate(torch.eye(old)[None, None], size=(new, old), mode="bilinear", antialias=True, align_corners=False)[0, 0]


class Recogniser(nn.Module):
    """float pixels 0..1 [n, 3, height, width], RGB -> logits [n, classes]. Resizes pictures from `size` to WIDTH x HEIGHT."""

    def __init__(self, classes: int, size: tuple[int, int]):
        super().__init__()
        width, height = size
        self.register_buffer("rows", shrinking(height, HEIGHT), persistent=False)
        self.register_buffer("columns", shrinking(width, WIDTH).T.contiguous(), persistent=False)
        self.stem1, self.stem2a, self.stem2b = nn.Conv2d(3, 48, 3, 2, 1), nn.Conv2d(48, 24, 2), nn.Conv2d(24, 48, 2)
        self.stem3, self.stem4 = nn.Conv2d(96, 48, 3, 2, 1), nn.Conv2d(48, 96, 1)
        self.blocks = nn.Sequential(*(Block(*sizes) for sizes in BLOCKS))
        self.shortcut, self.reduce = nn.Conv2d(384, TOKEN, 1), nn.Conv2d(384, TOKEN, 1)
        self.along = nn.Conv2d(TOKEN, TOKEN, (1, 7), padding=(0, 3), groups=TOKEN)
        self.attention = nn.Sequential(Attention(), Attention())
        self.last = nn.LayerNorm(TOKEN, 1e-5)
        self.head = nn.Linear(TOKEN, 1 + classes)

    def features(self, pixels):
        """[n, places, TOKEN]"""
        x = F.relu(self.stem1((self.rows @ pixels @ self.columns) * 2 - 1))
        padded = F.pad(x, (0, 1, 0, 1))
        narrow = F.relu(self.stem2b(F.pad(F.relu(self.stem2a(padded)), (0, 1, 0, 1))))
        x = torch.cat([F.max_pool2d(padded, 2, 1), narrow], 1)
        x = self.blocks(F.relu(self.stem4(F.relu(self.stem3(x)))))
        x = F.avg_pool2d(x, (3, 2))
        short, y = F.silu(self.shortcut(x)), F.silu(self.reduce(x))
        y = (y + F.silu(self.along(y))).flatten(2).transpose(1, 2)
        return self.last(self.attention(y)) + short.flatten(2).transpose(1, 2)

    def forward(self, pixels):
        # A line with one character has the character at one position and the blank (index 0) at all others (connectionist
        # temporal classification, Graves et al. 2006). So a character's likelihood is the sum over all positions of its odds
        # against the blank, times the product of the blank's probabilities at all positions. This product is left out, because
        # it is the same for all characters.
        scores = self.head(self.features(pixels))
        return torch.logsumexp(scores[:, :, 1:] - scores[:, :, :1], 1)


def folded(weights: dict, convolution: str, norm: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Weight and bias of one convolution that replaces two steps: a convolution without bias, and the normalisation after it."""
    scale, offset, mean, variance = (weights[f"{norm}.{part}"] for part in ("w_0", "b_0", "w_1", "w_2"))
    factor = scale / (variance + 1e-5).sqrt()
    return weights[convolution] * factor[:, None, None, None], offset - mean * factor


@torch.no_grad()
def pretrained(path: Path, labels: list[str], size: tuple[int, int]) -> Recogniser:
    """The network of rapidocr's PP-OCRv6_rec_small.onnx, with outputs for `labels` only."""
    graph = onnx.load(path)
    weights = {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.graph.initializer}
    nodes = {output: node for node in graph.graph.node for output in node.output}
    readers = {node.input[0]: node for node in graph.graph.node}
    model = Recogniser(len(labels), size)

    def constant(name: str) -> torch.Tensor:
        while name not in weights:
            name = nodes[name].input[0]
        return weights[name]

    # The ONNX graph and this model have their convolutions in the same order. In the graph, an Add holds the bias of each
    # convolution, except for the last three convolutions, which are followed by a normalisation.
    found = [node for node in graph.graph.node if node.op_type == "Conv"]
    ours = [module for module in model.modules() if isinstance(module, nn.Conv2d)]
    assert len(found) == len(ours)
    for node, layer in zip(found, ours, strict=True):
        after = readers[node.output[0]]
        if after.op_type == "Add":
            weight, bias = constant(node.input[1]), constant(after.input[1]).flatten()
        else:
            weight, bias = folded(weights, node.input[1], after.input[1].removesuffix(".w_0"))
        layer.weight.copy_(weight)
        layer.bias.copy_(bias)
    model.stem1.weight.copy_(model.stem1.weight.flip(1))  # The network was trained with channels in the order BGR.
    linear = [part for block in model.attention for part in (block.qkv, block.out, block.wide, block.narrow)]
    for number, layer in enumerate(linear):
        layer.weight.copy_(weights[f"linear_{number}.w_0"].T)
        layer.bias.copy_(weights[f"linear_{number}.b_0"])
    norms = [part for block in model.attention for part in (block.before, block.between)] + [model.last]
    for number, norm in enumerate(norms):
        norm.weight.copy_(constant(f"helper.reshape.{2 * number}"))
        norm.bias.copy_(constant(f"helper.reshape.{2 * number + 1}"))
    known = next(part.value for part in graph.metadata_props if part.key == "character").split("\n")
    rows = [0, *(1 + known.index(label) for label in labels)]
    model.head.weight.copy_(weights["linear_8.w_0"].T[rows])
    model.head.bias.copy_(weights["linear_8.b_0"][rows])
    return model


def main():
    parser = argparse.ArgumentParser(description="recogniser: writes the checkpoint from which the training of ppocr_v6_small starts (train --init)")
    parser.add_argument("--network", type=Path, required=True, help="PP-OCRv6_rec_small.onnx of the wheel rapidocr 3.10.0")
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--size", type=int, nargs=2, default=(64, 64), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--beliefs", type=Path, help="a checkpoint of reopen; the ensemble's predictions for the training pictures are copied from it")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    model = pretrained(options.network, options.labels.read_text(encoding="utf-8").split(), tuple(options.size))
    known = torch.load(options.beliefs, weights_only=True, map_location="cpu") if options.beliefs else None
    torch.save({"model": model.state_dict(), **({"beliefs": known["beliefs"], "known": True} if known else {})}, options.out)
    print(f"{options.out}: {sum(part.numel() for part in model.parameters()):,} weights")


if __name__ == "__main__":
    main()
