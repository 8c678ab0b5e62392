"""The three networks. They are small and unlike each other, and turn pixels 0..255 into logits."""
from pathlib import Path

import torch
from torch import nn

SIZE = 28
CLASSES = 10


def convolution(inputs: int, outputs: int, kernel: int, stride: int = 1, padding: int = 0) -> nn.Sequential:
    """Convolution, normalisation and ReLU. The exported graph has the normalisation in the weights of the convolution."""
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False), nn.BatchNorm2d(outputs), nn.ReLU())


class Residual(nn.Module):
    """Two 3 × 3 convolutions with a shortcut (He et al. 2016, arXiv:1512.03385)."""

    def __init__(self, channels: int):
        super().__init__()
        self.first = convolution(channels, channels, 3, padding=1)
        self.second = convolution(channels, channels, 3, padding=1)[:2]

    def forward(self, x):
        return torch.relu(x + self.second(self.first(x)))


def resnet() -> nn.Sequential:
    """Two convolutions with a stride of 2, which saves time, and a residual block after each."""
    return nn.Sequential(convolution(1, 32, 6, 2), Residual(32), convolution(32, 64, 4, 2), Residual(64),
                         nn.Flatten(), nn.Linear(64 * 5 * 5, CLASSES))


def cnn_5x5() -> nn.Sequential:
    """Four convolutions with wide kernels and no padding, so that each position of the last layer sees most of the picture."""
    return nn.Sequential(convolution(1, 16, 5), convolution(16, 32, 5, 2), convolution(32, 56, 5), convolution(56, 72, 5),
                         nn.Flatten(), nn.Linear(72 * 2 * 2, CLASSES))


def cnn_3x3() -> nn.Sequential:
    """Six convolutions with small kernels, and a pooling layer, which tolerates strokes that are shifted by a pixel."""
    return nn.Sequential(convolution(1, 16, 3), convolution(16, 16, 3), nn.MaxPool2d(2), convolution(16, 32, 3),
                         convolution(32, 48, 3), convolution(48, 64, 3), convolution(64, 80, 3),
                         nn.Flatten(), nn.Linear(80 * 4 * 4, CLASSES))


MEMBERS = {"resnet": resnet, "cnn_5x5": cnn_5x5, "cnn_3x3": cnn_3x3}


def normalise(pixels: torch.Tensor) -> torch.Tensor:
    """Pixels 0..255 [n, 28, 28, 1], on dark or light paper -> white ink 0..1 on black [n, 1, 28, 28]."""
    flat = pixels.reshape(-1, SIZE * SIZE).float()
    # A digit covers the smaller part of its picture, so the ink is dark if the picture is light on average.
    dark_ink = (flat.mean(1, keepdim=True) > 127.5).float()
    flat = (flat - 255 * dark_ink).abs()
    # Paper becomes 0 and ink 1. The limit keeps the grain of an empty sheet from being amplified.
    darkest, lightest = flat.amin(1, keepdim=True), flat.amax(1, keepdim=True)
    return ((flat - darkest) / (lightest - darkest).clamp(min=32)).reshape(-1, 1, SIZE, SIZE)


class Member(nn.Module):
    """A network behind the normalisation; `network` holds everything that is trained."""

    def __init__(self, name: str):
        super().__init__()
        self.network = MEMBERS[name]()

    def forward(self, pixels):
        return self.network(normalise(pixels))


def read_checkpoint(name: str, folder: Path) -> Member:
    """The trained member that train.py wrote to `folder`."""
    path = folder / f"{name}.pt"
    if not path.exists():
        raise SystemExit(f"{path} is missing: python training/digits/train.py --member {name} writes it")
    member = Member(name)
    member.load_state_dict(torch.load(path, weights_only=True, map_location="cpu"))
    return member.eval()
