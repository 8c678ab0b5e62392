"""evaluate: measures every member and the ensemble on the validation part. It chooses nothing."""
import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np
import torch

from augment import photograph
from ensemble import mean, shares_and_milliseconds, wilson
from prepare import read_part
from runtime import milliseconds, probabilities


def photographed(pixels: np.ndarray) -> np.ndarray:
    """Dark ink on paper as a camera sees it. The photographs are simulated, because there are no labelled ones."""
    torch.manual_seed(1)
    ink = photograph(torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 255)
    return 255 - (ink * 255).clamp(0, 255).byte().permute(0, 2, 3, 1).numpy()


SHOWN = {"plain": lambda pixels: pixels, "inverted": lambda pixels: 255 - pixels, "photographed": photographed}


def accuracy(votes: np.ndarray, labels: np.ndarray) -> str:
    right = int((votes.argmax(1) == labels).sum())
    low, high = wilson(right, len(labels))
    return f"{100 * right / len(labels):.2f} % ({100 * low:.2f} to {100 * high:.2f}), {len(labels) - right} of {len(labels)} wrong"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--models", type=Path, required=True, help="folder with the members and ensemble.json")
    parser.add_argument("--shown", choices=list(SHOWN), default="plain", help="as they are, dark on white, or photographed on paper (default: %(default)s)")
    options = parser.parse_args()
    manifest = options.models / "ensemble.json"
    if not manifest.exists():
        parser.error(f"{manifest} is missing: python training/digits/choose.py writes it")
    members = json.loads(manifest.read_text())["members"]
    pixels, labels, names = read_part(options.data, "validation")
    pixels = SHOWN[options.shown](pixels)
    paths = [options.models / member["file"] for member in members]
    weights = [member["weight"] for member in members]
    votes = [probabilities(path, pixels) for path in paths]
    times = [milliseconds(path, pixels) for path in paths]
    for member, vote, time in zip(members, votes, times):
        print(f"{member['name']:10} weight {member['weight']}  {time:.3f} ms  {accuracy(vote, labels)}")
    together = mean(votes, weights)
    shares, each = shares_and_milliseconds(votes, weights, times)
    print(f"ensemble   {each:.3f} ms a picture, {sum(times):.3f} for all  {accuracy(together, labels)}")
    print("settled by " + ", ".join(f"{number}: {share:.2%}" for number, share in enumerate(shares, 1)))
    for left, member in enumerate(members):
        rest = [number for number in range(len(members)) if number != left]
        print(f"without {member['name']:10} {accuracy(mean([votes[n] for n in rest], [weights[n] for n in rest]), labels)}")
    predictions, confidence = together.argmax(1), together.max(1)
    wrong = np.flatnonzero(predictions != labels)
    pairs = Counter(f"{labels[row]}→{predictions[row]}" for row in wrong)
    print("confused: " + ", ".join(f"{pair} {count}×" for pair, count in pairs.most_common()))
    for row in wrong:
        print(f"{names[row]} predicted {predictions[row]}, confidence {confidence[row]:.2f}")


if __name__ == "__main__":
    main()
