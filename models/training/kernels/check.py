"""Compares the gradients of torch's own layers and of the compiled ones with float64: `python -m kernels.check`."""
import copy

import torch
import torch.nn.functional as F

from kernels import accelerate
from members import MEMBERS, build


def gradient(model: torch.nn.Module, pixels: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    torch.manual_seed(1)
    F.cross_entropy(model(pixels), labels).backward()
    return torch.cat([parameter.grad.double().flatten() for parameter in model.parameters()])


def main():
    for member in MEMBERS:
        torch.manual_seed(0)
        plain = build(member, 800, dropout=0).train().to(memory_format=torch.channels_last)
        compiled, exact = accelerate(copy.deepcopy(plain)), copy.deepcopy(plain).double()
        pixels, labels = torch.randn(32, 3, 64, 64).contiguous(memory_format=torch.channels_last), torch.randint(800, (32,))
        truth = gradient(exact, pixels.double(), labels)
        errors = [((gradient(model, pixels, labels) - truth).norm() / truth.norm()).item() for model in (plain, compiled)]
        print(f"{member}: relative error of the gradient, torch {errors[0]:.1e}, compiled {errors[1]:.1e}")
        if errors[1] > 2 * errors[0] + 1e-3:
            raise SystemExit(f"check: the compiled kernels are less exact than torch's on {member}")


if __name__ == "__main__":
    main()
