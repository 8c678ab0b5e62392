"""The service's predictions, and confidence intervals of accuracy."""
import math

import numpy as np

from pictures import NEITHER

THRESHOLD = 0.5


def predictions(votes: np.ndarray) -> np.ndarray:
    """The best label of probabilities [..., labels], or `neither` below the threshold."""
    return np.where(votes.max(-1) < THRESHOLD, NEITHER, votes.argmax(-1))


def wilson(right: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """95 % confidence interval of a proportion (Wilson 1927). `right` can be a mean over repeats."""
    share, spread = right / count, z * z / count
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return centre - half, centre + half
