"""Folds for cross-validation. Each fold has about a fifth of the ants, of the bees and of the other things. All pictures of a
roll (pictures.py) are in one fold, and so are all pictures of a source (others.py)."""
from collections import defaultdict

import numpy as np

from others import KEPT_OUT

FOLDS = 5


def photograph_folds(labels: np.ndarray, groups: np.ndarray, seed: int) -> np.ndarray:
    """For each photograph, the number of the fold that it is in. The pictures of one roll are in the same fold."""
    generator = np.random.default_rng(seed)
    members = defaultdict(list)
    for row, group in enumerate(groups):
        members[group].append(row)
    rolls = list(members)
    generator.shuffle(rolls)
    # The longest rolls come first, so that shorter ones can even the folds out.
    rolls.sort(key=lambda roll: -len(members[roll]))
    folds, counts = np.zeros(len(labels), int), np.zeros((FOLDS, 2))
    for roll in rolls:
        rows = members[roll]
        label = labels[rows[0]]
        fold = min(range(FOLDS), key=lambda one: (counts[one, label], generator.random()))
        folds[rows] = fold
        for row in rows:
            counts[fold, labels[row]] += 1
    return folds


def other_folds(sources: np.ndarray, seed: int) -> np.ndarray:
    """For each picture of other things, the number of the fold that it is in. The pictures of one source are in the same fold."""
    generator = np.random.default_rng(seed)
    names = sorted(set(sources))
    generator.shuffle(names)
    names.sort(key=lambda name: -(sources == name).sum())
    counts, folds = np.zeros(FOLDS), {}
    for name in names:
        folds[name] = int(np.argmin(counts))
        counts[folds[name]] += (sources == name).sum()
    return np.array([folds[source] for source in sources])


def shares(sources: np.ndarray) -> np.ndarray:
    """The weight of each picture of other things. All sources have the same weight, except that a source of fewer than 15
    pictures has less, and a source in KEPT_OUT has none."""
    counted = np.array([0 if source in KEPT_OUT else 1 / max(15, (sources == source).sum()) for source in sources])
    return counted / counted.sum()
