"""INT8: ranges of activations, from pictures without ants and bees, and weights whose products overflow on no processor."""
from dataclasses import dataclass

import numpy as np
import torch

from backbone import Backbone

PICTURES = 64  # The ranges come from this number of pictures. None of them is a photograph that judges the member.
BATCH = 16
TAIL = 1e-5  # Share of the values of a batch that may lie beyond its range, on either end.
LARGEST = 127
# Processors without VNNI add two products in 16 bits, so 255 times the sum of two neighbouring weights must fit into 16 bits.
LARGEST_PAIR = 127.4


@dataclass
class Range:
    """A value is (byte - zero) × scale."""
    scale: float
    zero: int


PIXELS = Range(1 / 127.5, 128)


def ranges_of(backbone: Backbone, pixels: np.ndarray) -> list[Range]:
    """The ranges of the picture and of each step's result, on pixels [n, SIDE, SIDE, 3]."""
    lows, highs = [[[] for _ in backbone.steps] for _ in range(2)]
    with torch.no_grad():
        for start in range(0, len(pixels), BATCH):
            step = iter(range(len(backbone.steps)))

            def see(result: torch.Tensor):
                number, values = next(step), result.flatten()
                beyond = max(1, int(len(values) * TAIL))
                highs[number].append(torch.topk(values, beyond).values[-1].item())
                lows[number].append(torch.topk(values, beyond, largest=False).values[-1].item())

            backbone(torch.from_numpy(pixels[start:start + BATCH]), see)
    found = [PIXELS]
    for (layer, _), low, high in zip(backbone.steps, lows, highs):
        relu6 = layer is not None and backbone.layers[layer].relu6
        bottom, top = (0.0 if relu6 else min(0.0, *low)), max(1e-3, *high)
        scale = (top - bottom) / 255
        found.append(Range(scale, round(-bottom / scale)))
    return found


def quantised(weight: np.ndarray, bias: np.ndarray, scale_before: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """INT8 weights [outputs, inputs, height, width], the scale of each output, and biases in units of `scale_before * scale`."""
    rows = weight.reshape(len(weight), -1)
    scale = np.abs(rows).max(1) / LARGEST
    if weight.shape[1] > 1:
        scale = np.maximum(scale, pairs(weight) / LARGEST_PAIR)
    # A channel whose weights are near 0 needs a larger scale, so that its bias fits into 32 bits.
    scale = np.maximum(scale, np.abs(bias) / scale_before / 2**30 + 1e-12)
    rounded = np.round(weight / scale.reshape(-1, 1, 1, 1)).astype(np.int8)
    return rounded, scale.astype(np.float32), np.round(bias / (scale_before * scale)).astype(np.int32)


def pairs(weight: np.ndarray) -> np.ndarray:
    """For each output, the largest absolute sum of two neighbouring weights of the same sign, or an upper bound of it. `quantised`
    does not need it for depthwise layers, because the runtime adds their products in 32 bits."""
    rows = weight.reshape(len(weight), -1)
    if weight.shape[2] > 1 or rows.shape[1] % 2:
        # In a larger kernel, any two weights may be neighbours, because the runtime chooses their order. An odd number of weights
        # cannot be divided into pairs.
        return 2 * np.abs(rows).max(1)
    both = rows.reshape(len(rows), -1, 2)
    return np.maximum(both.clip(0).sum(2), (-both).clip(0).sum(2)).max(1)
