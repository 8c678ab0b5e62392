"""validate: repeated cross-validation. Each head predicts pictures that it was not trained with.

Each repeat divides the photographs and, by source, the pictures of other things into five new parts. Nothing is chosen,
because the head is the mean of the heads of all settings.
"""
import argparse
from pathlib import Path

import numpy as np

from features import read_features
from folds import FOLDS, other_folds, photograph_folds
from heads import Examples, train
from judging import predictions, wilson
from pictures import LABELS, NEITHER


def held_out(examples: Examples, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities [n, labels] of photographs and of other things. Each head predicts the part that it was not trained with."""
    parts, other_parts = photograph_folds(examples.labels, examples.groups, seed), other_folds(examples.sources, seed)
    votes, other_votes = (np.zeros((len(rows), len(LABELS)), np.float32) for rows in (parts, other_parts))
    for part in range(FOLDS):
        head = train(examples[parts != part, other_parts != part])
        votes[parts == part] = head(examples.photographs[parts == part, 0])
        other_votes[other_parts == part] = head(examples.others[other_parts == part, 0])
    return votes, other_votes


def describe(votes: np.ndarray, labels: np.ndarray, other_votes: np.ndarray) -> str:
    """Figures of one or several repeats [repeats, n, labels], in a line. The interval counts photographs, not repeats."""
    right, refused = (predictions(votes) == labels).mean(), (predictions(other_votes) == NEITHER).mean()
    low, high = wilson(right * len(labels), len(labels))
    two = (votes[..., :NEITHER].argmax(-1) == labels).mean()
    return (f"{right:.1%} right ({low:.1%} to {high:.1%}), {two:.1%} without the label neither; "
            f"{(predictions(votes) == NEITHER).mean():.1%} of photographs and {refused:.1%} of other things refused")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", type=Path, required=True, help="the .npz that features wrote")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    examples, _ = read_features(options.features)
    found = []
    for seed in range(options.repeats):
        found.append(held_out(examples, seed))
        print(f"{seed}: {describe(found[-1][0], examples.labels, found[-1][1])}", flush=True)
    votes, other_votes = (np.stack(kind) for kind in zip(*found))
    print(f"all: {describe(votes, examples.labels, other_votes)}")
    for source in sorted(set(examples.sources)):
        rows = examples.sources == source
        print(f"  {source}: {(predictions(other_votes[:, rows]) == NEITHER).mean():.1%} of {rows.sum()} refused")
    wrong = (predictions(votes) != examples.labels).sum(0)
    print(f"wrong in at least one repeat: {(wrong > 0).sum()} photographs; wrong in all repeats: {(wrong == options.repeats).sum()}")


if __name__ == "__main__":
    main()
