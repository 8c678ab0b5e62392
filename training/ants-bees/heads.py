"""The head of a member: a linear layer on a backbone's features, with as many outputs as labels."""
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from pictures import LABELS

SPREAD = 0.01  # Added to a feature's deviation: one that hardly varies should not become loud.


@dataclass
class Head:
    weight: np.ndarray
    bias: np.ndarray

    def __call__(self, features: np.ndarray) -> np.ndarray:
        """Probabilities [n, 3]."""
        logits = features @ self.weight.T + self.bias
        powers = np.exp(logits - logits.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True)


def fit(features: np.ndarray, labels: np.ndarray, shares: np.ndarray, freedom: float, steps: int = 80) -> Head:
    """Logistic regression on standardised features. `shares` weigh the rows; more `freedom` is less regularisation."""
    shares = shares / shares.sum()
    mean = shares @ features
    deviation = np.sqrt(shares @ (features - mean) ** 2) + SPREAD
    rows = torch.from_numpy(((features - mean) / deviation).astype(np.float32))
    wanted, part = torch.from_numpy(labels), torch.from_numpy(shares.astype(np.float32))
    weight = torch.zeros(len(LABELS), features.shape[1], requires_grad=True)
    bias = torch.zeros(len(LABELS), requires_grad=True)
    optimiser = torch.optim.LBFGS([weight, bias], max_iter=steps, history_size=10, line_search_fn="strong_wolfe")

    def loss():
        optimiser.zero_grad()
        value = (F.cross_entropy(rows @ weight.T + bias, wanted, reduction="none") * part).sum() + weight.square().sum() / (2 * freedom)
        value.backward()
        return value

    optimiser.step(loss)
    scaled = weight.detach().numpy() / deviation
    return Head(scaled.astype(np.float32), (bias.detach().numpy() - scaled @ mean).astype(np.float32))


def adapted(head: Head, floats: np.ndarray, int8: np.ndarray) -> Head:
    """The head for INT8 features: rounding moves and stretches each feature a little, which a line through pairs undoes."""
    mean_float, mean_int8 = floats.mean(0), int8.mean(0)
    together = ((floats - mean_float) * (int8 - mean_int8)).mean(0)
    # A feature that hardly varies keeps its size: its line would follow the rounding.
    slope = (together + SPREAD**2) / (int8.var(0) + SPREAD**2)
    weight = head.weight * slope
    return Head(weight.astype(np.float32), (head.bias + head.weight @ (mean_float - slope * mean_int8)).astype(np.float32))
