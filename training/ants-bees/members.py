"""The members, and how the head of each is trained."""
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from features import read_features
from folds import shares
from heads import Head, adapted, fit
from pictures import LABELS

# The views whose features a member's head sees side by side.
MEMBERS = {
    "insects_near": ("insects_near",),
    "things_near": ("things_near",),
    "insects_and_things": ("insects", "things_near"),
    "insects": ("insects",),
    "things": ("things",),
}
# Tried: 0.1 to 300 for insects, 1 to 30 for things (MODEL_CARD.md).
FREEDOM = {"insects_near": 30.0, "things_near": 30.0, "insects_and_things": 30.0, "insects": 10.0, "things": 3.0}
# What all pictures of other things together count, where all photographs count 1. More for the network that knows things.
OTHERS = {"insects_near": 0.1, "things_near": 0.3, "insects_and_things": 0.1, "insects": 0.1, "things": 0.1}


@dataclass
class Task:
    """Everything but the features."""
    labels: np.ndarray
    groups: np.ndarray
    names: np.ndarray
    sources: np.ndarray


def read_task(path: Path) -> Task:
    if not path.exists():
        raise SystemExit(f"{path} is missing: python training/ants-bees/prepare.py writes it")
    data = np.load(path)
    return Task(data["labels"], data["groups"], data["names"], data["sources"])


class Member:
    """The features of a member's backbones, on which its head is trained as often as wanted."""

    def __init__(self, name: str, folder: Path, task: Task):
        self.freedom, self.weight_of_others, self.task = FREEDOM[name], OTHERS[name], task
        found = [read_features(folder, view) for view in MEMBERS[name]]
        self.photographs, self.others, *self.int8 = (np.concatenate(part, -1) for part in zip(*found))

    def train(self, rows: np.ndarray, other_rows: np.ndarray) -> Head:
        """A head from these photographs, with all their copies, and these pictures of other things."""
        taken, strange = self.photographs[rows], self.others[other_rows]
        count = shares(self.task.sources[other_rows])
        labels = [np.repeat(self.task.labels[rows], taken.shape[1]), np.full(strange.shape[0] * strange.shape[1], LABELS.index("neither"))]
        weights = [np.full(len(labels[0]), 1 / len(labels[0])), np.repeat(count / strange.shape[1], strange.shape[1]) * self.weight_of_others]
        features = [part.reshape(-1, part.shape[-1]) for part in (taken, strange)]
        return fit(np.concatenate(features), np.concatenate(labels), np.concatenate(weights), self.freedom)

    def for_int8(self, head: Head, rows: np.ndarray, other_rows: np.ndarray) -> Head:
        """The same head for backbones in INT8."""
        pairs = [np.concatenate([photographs[rows, 0], others[other_rows, 0]])
                 for photographs, others in ((self.photographs, self.others), self.int8)]
        return adapted(head, *pairs)

    def plain(self, int8: bool) -> tuple[np.ndarray, np.ndarray]:
        """Features of the crops as the service cuts them, as one of the two forms of the backbones gives them."""
        photographs, others = self.int8 if int8 else (self.photographs, self.others)
        return photographs[:, 0], others[:, 0]
