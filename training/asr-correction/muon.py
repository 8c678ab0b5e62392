"""Muon: gradient descent with momentum that makes each step orthogonal, so that all directions of a matrix learn equally fast.

Keller Jordan, "Muon: An optimizer for hidden layers in neural networks" (2024). The scale of a step is Moonlight's
(Liu et al. 2025, arXiv:2502.16982), so that AdamW's learning rates fit. torch.optim.Muon is not used, because it computes in
bfloat16, which takes ten times as long on processors without bfloat16.
"""
import torch

ROUNDS = 5
QUINTIC = (3.4445, -4.7750, 2.0315)
"""Coefficients of the Newton-Schulz step: singular values between 0 and 1 come near 1 in five rounds."""


def orthogonal(matrix: torch.Tensor) -> torch.Tensor:
    upright = matrix.shape[0] > matrix.shape[1]
    x = matrix.T if upright else matrix
    x = x / (x.norm() + 1e-7)
    a, b, c = QUINTIC
    for _ in range(ROUNDS):
        square = x @ x.T
        x = torch.addmm(x, torch.addmm(square, square, square, beta=b, alpha=c), x, beta=a)
    return x.T if upright else x


class Muon(torch.optim.Optimizer):
    def __init__(self, parameters, lr: float, momentum: float = 0.95, weight_decay: float = 0.05):
        super().__init__(parameters, dict(lr=lr, momentum=momentum, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                mean = self.state[p].setdefault("mean", torch.zeros_like(p))
                mean.lerp_(p.grad, 1 - group["momentum"])
                change = orthogonal(p.grad.lerp(mean, group["momentum"]))
                p.mul_(1 - group["lr"] * group["weight_decay"])
                p.add_(change, alpha=-0.2 * max(p.shape) ** 0.5 * group["lr"])
