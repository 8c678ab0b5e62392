"""How members predict together, as in functions/inference/pipelines/shared/votes.ts and image-classification/combine.ts."""
import math

import numpy as np


def mean(votes: list[np.ndarray], weights: list[float]) -> np.ndarray:
    """The weighted mean [n, 10] of the members' probabilities."""
    return sum(weight * vote for vote, weight in zip(votes, weights)) / sum(weights)


def members_run(votes: list[np.ndarray], weights: list[float]) -> np.ndarray:
    """The number of members that run for each picture, in the order of `votes`, until no remaining vote can change the result."""
    left, total = sum(weights), 0
    numbers = np.full(len(votes[0]), len(votes))
    for number, (vote, weight) in enumerate(zip(votes, weights), 1):
        total, left = total + weight * vote, left - weight
        second, best = np.partition(total, -2, 1)[:, -2:].T
        # The margin of 1e-4 keeps rounding errors from settling a prediction too early.
        numbers = np.where(best - second > left + 1e-4, np.minimum(numbers, number), numbers)
    return numbers


def shares_and_milliseconds(votes: list[np.ndarray], weights: list[float], times: list[float]) -> tuple[np.ndarray, float]:
    """The shares of pictures that need exactly one member, exactly two, and so on, and the mean milliseconds of a picture."""
    shares = np.bincount(members_run(votes, weights), minlength=len(votes) + 1)[1:] / len(votes[0])
    return shares, float(shares @ np.cumsum(times))


def wilson(right: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """95 % confidence interval of a proportion (Wilson 1927)."""
    share, spread = right / count, z * z / count
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return centre - half, centre + half
