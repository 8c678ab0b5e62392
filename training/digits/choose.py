"""choose: chooses the members' order and weights, on pictures kept out of training and of validation.

Members run until the remaining votes cannot change the prediction, so the weight of the first member decides how many
predictions it settles alone. Among the settings that take hardly more time than the quickest, the command chooses the
setting with the highest likelihood of the right labels, because wrong predictions are too few to compare settings by them.
"""
import argparse
import hashlib
import json
from itertools import permutations, product
from pathlib import Path

import numpy as np
import torch

from augment import augment
from ensemble import mean, shares_and_milliseconds
from members import CLASSES, MEMBERS, SIZE
from prepare import read_part
from runtime import milliseconds, probabilities

# Weights to try for the members after the first (weight 1). With lower weights, the first member alone settles more pictures.
OTHERS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.8, 1.0)
HARDLY_MORE = 1.05
COPIES = 3  # Slightly distorted copies of each picture, because few plain pictures are difficult enough to compare settings.


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def harder(pixels: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The pictures with distorted copies of them, and the labels of both."""
    torch.manual_seed(1)
    order = [torch.randperm(len(labels)) for _ in range(COPIES)]
    copies = [augment(torch.from_numpy(pixels)[rows], strength=0.5).round().byte().numpy() for rows in order]
    return np.concatenate([pixels, *copies]), np.concatenate([labels, *(labels[rows.numpy()] for rows in order)])


def choose(votes: dict, labels: np.ndarray, plain: int, times: dict) -> tuple[list[str], list[float]]:
    """The order and the weights. The first `plain` pictures are undistorted; the time is counted on these pictures only."""
    found = []
    for order, others in product(permutations(votes), product(OTHERS, repeat=len(votes) - 1)):
        weights = [1.0, *others]
        cost = shares_and_milliseconds([votes[name][:plain] for name in order], weights, [times[name] for name in order])[1]
        right = mean([votes[name] for name in order], weights)[np.arange(len(labels)), labels]
        found.append((cost, round(float(-np.log(right.clip(1e-6)).mean()), 8), list(order), weights))
    limit = HARDLY_MORE * min(found)[0]
    # The same weights give the same predictions in any order, so the quickest order of the best weights is chosen.
    return min((loss, cost, order, weights) for cost, loss, order, weights in found if cost <= limit)[2:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--models", type=Path, required=True, help="folder with the members; ensemble.json and labels.txt are written there")
    parser.add_argument("--version", required=True, help="of the ensemble, such as 2026-11-22.1")
    options = parser.parse_args()
    pixels, labels, _ = read_part(options.data, "choice")
    plain = len(labels)
    pixels, labels = harder(pixels, labels)
    paths = {name: options.models / f"{name}.onnx" for name in MEMBERS}
    votes = {name: probabilities(path, pixels) for name, path in paths.items()}
    times = {name: milliseconds(path, pixels) for name, path in paths.items()}
    order, weights = choose(votes, labels, plain, times)
    labels_file = options.models / "labels.txt"
    labels_file.write_text("".join(f"{digit}\n" for digit in range(CLASSES)))
    manifest = {
        "model": "digits", "pipeline": "image-classification", "version": options.version, "title": "Handwritten digits", "hint": "Draw one digit.",
        # Ink on the page is as in the training pictures: 2.8 pixels thick, in a box of 20 pixels, centred by mass.
        "page": {"language": "en", "draw": {"width": SIZE, "height": SIZE, "fill": [0.614, 0.614], "centre": "mass", "line": 2.8,
                                            "paper": "#000000", "ink": "#ffffff", "format": "png"}},
        "contracts": ["predictions"],
        "input": {"width": SIZE, "height": SIZE, "colour": "grey", "fit": "cover", "background": "#000000"},
        "labels": {"file": labels_file.name, "count": CLASSES, "sha256": sha256(labels_file)},
        "members": [{"name": name, "file": paths[name].name, "sha256": sha256(paths[name]), "weight": weight}
                    for name, weight in zip(order, weights)],
    }
    (options.models / "ensemble.json").write_text(json.dumps(manifest, indent=2) + "\n")
    print(", ".join(f"{name} weight {weight} ({times[name]:.3f} ms)" for name, weight in zip(order, weights)))


if __name__ == "__main__":
    main()
