"""The measures of evaluate.py: shares with intervals, calibration, the threshold, and how many members a prediction takes."""
import math

import numpy as np


def wilson(right: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """95 % confidence interval of a proportion (Wilson 1927)."""
    share, spread = right / count, z * z / count
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return centre - half, centre + half


def share(predictions: np.ndarray, truth: np.ndarray) -> dict:
    right = int((predictions == truth).sum())
    low, high = wilson(right, len(truth))
    return {"accuracy": round(right / len(truth), 4), "interval": [round(low, 4), round(high, 4)], "pictures": len(truth)}


def calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 15) -> dict:
    """`expected` is the expected calibration error (Guo et al. 2017, arXiv:1706.04599), 0..1: the mean gap between confidence and
    the share of right predictions, over bins of equal width, weighted by the predictions in each bin. `surerThanRight` is the
    mean confidence minus the share of right predictions."""
    places = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = np.bincount(places, confidence - right, bins)
    return {"expected": round(float(np.abs(gaps).sum() / len(right)), 4), "surerThanRight": round(float(gaps.sum() / len(right)), 4),
            "predictions": len(right)}


def threshold(listed: np.ndarray, outside: np.ndarray, wanted: float, lost: float) -> float:
    """The lowest threshold that rejects the share `wanted` of characters outside the list. If it would reject more than the share
    `lost` of listed characters, the threshold is lower."""
    return math.floor(min(np.quantile(outside, wanted), np.quantile(listed, lost)) * 1000) / 1000


def together(probabilities: np.ndarray, count: int) -> np.ndarray:
    """The sum of the `count` highest probabilities of each row. It is lower for characters outside the list, whose probability
    spreads over many labels, than for listed characters that are hard to read, whose probability spreads over a few."""
    return np.partition(probabilities, -count, 1)[:, -count:].sum(1)


def members_run(votes: list[np.ndarray], weights: list[float], limit: float, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The number of members that each prediction takes, in the order of `votes`, and the confidence that these members give it.
    A prediction is accepted if the `count` best labels together reach `limit`, as in
    functions/inference/pipelines/shared/votes.ts and image-classification/combine.ts."""
    total, left, sums = sum(weights), sum(weights), 0
    numbers, confidences = np.full(len(votes[0]), len(votes)), np.zeros(len(votes[0]))
    for number, (vote, weight) in enumerate(zip(votes, weights), 1):
        sums, left = sums + weight * vote, left - weight
        second, best = np.partition(sums, -2, 1)[:, -2:].T
        reached = together(sums, count)
        decided = (reached + left < limit * total - 1e-4) | (best - second > left + 1e-4) & (reached > limit * total + 1e-4)
        still_open = numbers >= number
        confidences = np.where(still_open, best / (total - left), confidences)
        numbers = np.where(still_open & decided, number, numbers)
    return numbers, confidences
