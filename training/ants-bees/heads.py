"""The head: a linear layer from the features to one logit per label. It is the mean of the heads of several settings."""
from dataclasses import dataclass
from itertools import product

import numpy as np
import torch
import torch.nn.functional as F

from folds import shares
from pictures import LABELS, NEITHER

SPREAD = 0.01  # Added to a feature's deviation, so that standardising does not amplify a feature that hardly varies.
STEPS = 100


@dataclass(frozen=True)
class Setting:
    """`freedom`: a higher value is less regularisation. `others`: the weight of all pictures of other things together;
    all photographs of ants and bees together have the weight 1."""
    freedom: float
    others: float


# The mean of the heads of all settings is served, because choosing one was no better in nested cross-validation (TRAINING.md).
SETTINGS = [Setting(*values) for values in product((3.0, 10.0, 30.0), (0.03, 0.1))]


@dataclass
class Head:
    weight: np.ndarray
    bias: np.ndarray

    def __call__(self, features: np.ndarray) -> np.ndarray:
        """Probabilities [n, labels]."""
        logits = features @ self.weight.T + self.bias
        powers = np.exp(logits - logits.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True)


@dataclass
class Examples:
    """Features of photographs [n, crops, width] and of other things [n, crops, width]. The first crop is the service's."""
    photographs: np.ndarray
    labels: np.ndarray
    groups: np.ndarray
    others: np.ndarray
    sources: np.ndarray

    def __getitem__(self, rows: tuple[np.ndarray, np.ndarray]) -> "Examples":
        """The examples of these rows of the photographs and of the other things."""
        here, there = rows
        return Examples(self.photographs[here], self.labels[here], self.groups[here], self.others[there], self.sources[there])


def train(examples: Examples) -> Head:
    """Fits one head per setting, and averages them. Crops of a picture have equal weights; `shares` weighs the other things."""
    photographs, others = examples.photographs.shape[:2], examples.others.shape[:2]
    labels = np.concatenate([np.repeat(examples.labels, photographs[1]), np.full(np.prod(others), NEITHER)])
    of_photographs = np.full(np.prod(photographs), 1 / np.prod(photographs))
    of_others = np.repeat(shares(examples.sources) / others[1], others[1])
    weights = np.stack([np.concatenate([of_photographs, of_others * setting.others]) for setting in SETTINGS])
    features = [part.reshape(-1, part.shape[-1]) for part in (examples.photographs, examples.others)]
    heads = fit(np.concatenate(features), labels, weights, np.array([setting.freedom for setting in SETTINGS]))
    return Head(np.mean([head.weight for head in heads], 0), np.mean([head.bias for head in heads], 0))


def fit(features: np.ndarray, labels: np.ndarray, weights: np.ndarray, freedoms: np.ndarray) -> list[Head]:
    """Standardises features [n, width], and fits one logistic regression per setting. `weights` [settings, n] weigh the rows.

    One run of L-BFGS fits all heads together, so that the features are read for all heads at once. The heads share no parameters.
    """
    weights = weights / weights.sum(1, keepdims=True)
    counted = weights.mean(0)
    mean = counted @ features
    deviation = np.sqrt(np.maximum(counted @ features**2 - mean**2, 0)) + SPREAD
    rows, count = torch.from_numpy(((features - mean) / deviation).astype(np.float32)), torch.from_numpy(weights.astype(np.float32)).T
    wanted = F.one_hot(torch.from_numpy(labels), len(LABELS)).float()[:, None]
    freedom = torch.from_numpy(freedoms.astype(np.float32)).repeat_interleave(len(LABELS))
    # Weights [width + 1, settings × labels]; the last row holds the biases.
    values = torch.zeros(rows.shape[1] + 1, len(freedom), requires_grad=True)
    optimiser = torch.optim.LBFGS([values], max_iter=STEPS, history_size=10, line_search_fn="strong_wolfe", tolerance_change=1e-7)

    def loss():
        weight, bias = values.detach()[:-1], values.detach()[-1]
        logarithms = F.log_softmax((rows @ weight + bias).view(len(rows), len(freedoms), len(LABELS)), 2)
        slopes = ((logarithms.exp() - wanted) * count[:, :, None]).view(len(rows), -1)
        # The gradient is computed by hand. This takes half the time of autograd, which would keep a copy of everything.
        values.grad = torch.cat([rows.T @ slopes + weight / freedom, slopes.sum(0)[None]])
        return -((logarithms * wanted).sum(2) * count).sum() + (weight.square() / (2 * freedom)).sum()

    optimiser.step(loss)
    found = values.detach().numpy().astype(np.float64).reshape(-1, len(freedoms), len(LABELS)).transpose(1, 2, 0)
    scaled = found[:, :, :-1] / deviation
    biases = found[:, :, -1] - scaled @ mean
    return [Head(weight.astype(np.float32), bias.astype(np.float32)) for weight, bias in zip(scaled, biases)]
