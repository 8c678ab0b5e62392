"""Compares every compiled layer's output and gradients with torch in float64, and a step's speed with torch's own:
`python -m kernels.check`."""
import copy
import math
import time

import torch
import torch.nn.functional as F

from kernels import VALUE, BatchNormAct2d, SqueezeExcite, accelerate
from members import MEMBERS, build

LIMIT = 0.01  # bfloat16 keeps 8 bits: 0.4 % of a value


def rounded(tensor: torch.Tensor) -> torch.Tensor:
    """Values that bfloat16 holds exactly, so that only the layers' own rounding is measured."""
    return tensor.bfloat16().to(tensor.dtype)


def outputs(layer, pixels: torch.Tensor, weight: torch.Tensor) -> list[torch.Tensor]:
    """The layer's output, a row for each picture, and the gradients of its input and of its parameters."""
    parameters = list(layer.parameters())
    y = layer(pixels).flatten(1)
    return [y, *torch.autograd.grad((y * weight.to(y.dtype)).sum(), [pixels, *parameters], allow_unused=True)]


def worst(exact, compiled, x: torch.Tensor) -> float:
    """The largest relative error of the compiled layer; `exact` is the same layer in float64."""
    given = x.double().requires_grad_(), x.to(VALUE).requires_grad_()
    weight = rounded(torch.randn(exact(given[0]).flatten(1).shape))
    pairs = zip(outputs(exact, given[0], weight.double()), outputs(compiled, given[1], weight), strict=True)
    return max(math.inf if ours is None else ((ours.double() - truth).norm() / truth.norm()).item()
               for truth, ours in pairs if truth is not None)


def layers(model):
    """Each kind of layer once for every shape: (name, layer, shape of its input)."""
    seen = set()
    for name, layer in model.named_modules():
        if isinstance(layer, SqueezeExcite):
            shape = 8, layer.conv_reduce.in_channels, 9, 9
        elif isinstance(layer, torch.nn.Conv2d) and ".se." not in name:
            shape = 8, layer.in_channels, 9, 9
        elif isinstance(layer, BatchNormAct2d):
            shape = 8, layer.num_features, 9, 9
        elif name == "global_pool":
            shape = 8, 32, 9, 9
        elif name == "classifier":
            shape = 8, layer.in_features
        else:
            continue
        if (key := repr(layer)) not in seen:
            seen.add(key)
            yield name, layer, shape


def speed(model, pixels: torch.Tensor, labels: torch.Tensor) -> float:
    """Pictures a second, forwards and backwards."""
    def step():
        model.zero_grad()
        F.cross_entropy(model(pixels).float(), labels).backward()

    step()
    started = time.perf_counter()
    for _ in range(3):
        step()
    return 3 * len(labels) / (time.perf_counter() - started)


def main():
    torch.set_num_threads(1)
    for member in MEMBERS:
        torch.manual_seed(0)
        plain = build(member, 800).train().to(memory_format=torch.channels_last)
        for parameter in plain.parameters():
            parameter.data = rounded(parameter.data)
        compiled = accelerate(copy.deepcopy(plain))
        ours = dict(compiled.named_modules())
        errors = {}
        for name, layer, shape in layers(plain):
            x = rounded(torch.randn(shape))
            x = x.contiguous(memory_format=torch.channels_last) if x.ndim == 4 else x
            errors[name] = worst(copy.deepcopy(layer).double(), ours[name], x)
        name, error = max(errors.items(), key=lambda item: item[1])
        pixels, labels = torch.rand(64, 3, 64, 64).contiguous(memory_format=torch.channels_last), torch.randint(800, (64,))
        speeds = [speed(model, pixels, labels) for model in (plain, compiled)]
        print(f"{member}: {len(errors)} layers, largest relative error {error:.4f} ({name}); "
              f"{speeds[0]:.0f} pictures/s with torch, {speeds[1]:.0f} compiled")
        if error > LIMIT:
            raise SystemExit(f"check: {name} of {member} is off by {100 * error:.1f} %, more than bfloat16 explains")


if __name__ == "__main__":
    main()
