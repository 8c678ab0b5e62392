"""choose: order, weights and reject threshold, on what cross-validation kept out; writes labels.txt and ensemble.json.

The first member's weight is 1. Weights are those under which the held-out photographs, and counted a quarter the
pictures of other things, get their right answers most likely: on few wrong answers, counting them says little.
"""
import argparse
import hashlib
import json
from itertools import product
from pathlib import Path

import numpy as np

from backbones import SIZE
from ensemble import NEITHER, answers, asked, mean, shares_and_milliseconds, wilson
from folds import FOLDS, photograph_folds
from members import Task, read_task
from pictures import LABELS
from runtime import milliseconds

OTHERS = (0.25, 0.35, 0.5, 0.7, 0.9)
THRESHOLDS = (0.4, 0.45, 0.5, 0.55, 0.6)
REFUSED = 0.004  # Share of the photographs that the threshold may cost: one.
COUNTED = 0.25  # How much other things count beside photographs.


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def likelihood(votes: list[np.ndarray], weights: tuple[float, ...], wanted: np.ndarray) -> float:
    right = mean(votes, weights)[np.arange(len(wanted)), wanted]
    return float(np.log(right.clip(1e-6)).mean())


def choose_weights(votes: list[np.ndarray], wanted: np.ndarray, other_votes: list[np.ndarray]) -> tuple[float, ...]:
    """The best weights of members in the order given."""
    neither = np.full(len(other_votes[0]), NEITHER)
    settings = [(1.0, *others) for others in product(OTHERS, repeat=len(votes) - 1)]
    return max(settings, key=lambda weights: likelihood(votes, weights, wanted) + COUNTED * likelihood(other_votes, weights, neither))


def choose_threshold(together: np.ndarray, wanted: np.ndarray) -> float:
    """The highest one that refuses hardly any photograph that was answered right."""
    right = together.argmax(1) == wanted
    lost = {threshold: (right & (together.max(1) < threshold)).mean() for threshold in THRESHOLDS}
    return max([threshold for threshold in THRESHOLDS if lost[threshold] <= REFUSED], default=0.0)


def nested(votes: list[np.ndarray], other_votes: list[np.ndarray], task: Task, repeats: int) -> float:
    """Share of photographs that are right when weights and threshold are chosen without the part that they are judged on."""
    right = 0
    for repeat in range(repeats):
        parts = photograph_folds(task.labels, task.groups, repeat)
        here, there = [vote[repeat] for vote in votes], [vote[repeat] for vote in other_votes]
        for part in range(FOLDS):
            seen, kept = parts != part, parts == part
            weights = choose_weights([vote[seen] for vote in here], task.labels[seen], there)
            threshold = choose_threshold(mean([vote[seen] for vote in here], weights), task.labels[seen])
            right += (answers(mean([vote[kept] for vote in here], weights), threshold) == task.labels[kept]).sum()
    return right / repeats / len(task.labels)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--held-out", type=Path, required=True, help="folder that validate wrote to")
    parser.add_argument("--models", type=Path, required=True, help="folder with the members; ensemble.json and labels.txt are written there")
    parser.add_argument("--order", nargs="+", required=True, help="members as they are asked; the others are left out")
    parser.add_argument("--version", required=True, help="of the ensemble, such as 2026-11-22.1")
    options = parser.parse_args()
    task = read_task(options.data)
    found = [np.load(options.held_out / f"{name}.npz") for name in options.order]
    repeats = min(len(data["int8"]) for data in found)
    votes, other_votes = ([data[part][:repeats] for data in found] for part in ("int8", "int8_others"))
    flat, other_flat = ([vote.reshape(-1, len(LABELS)) for vote in part] for part in (votes, other_votes))
    wanted = np.tile(task.labels, repeats)
    weights = choose_weights(flat, wanted, other_flat)
    threshold = choose_threshold(mean(flat, weights), wanted)
    honest = nested(votes, other_votes, task, repeats)
    low, high = wilson(honest * len(task.labels), len(task.labels))
    print(f"weights {weights}, threshold {threshold}; chosen without the part they are judged on: {honest:.2%} right ({low:.1%} to {high:.1%})")
    report(flat, other_flat, wanted, weights, threshold, task, [options.models / f"{name}.onnx" for name in options.order])
    write(options.models, options.order, weights, threshold, options.version)


def report(votes, other_votes, wanted, weights, threshold, task: Task, paths: list[Path]):
    """The figures of the ensemble, and of each source of other things."""
    given, refused = answers(mean(votes, weights), threshold), answers(mean(other_votes, weights), threshold) == NEITHER
    blank = np.random.default_rng(1).integers(0, 256, (4, SIZE, SIZE, 3), dtype=np.uint8)
    times = [milliseconds(path, blank) for path in paths]
    settled, each = shares_and_milliseconds(asked(votes, weights, threshold), times)
    print(f"ensemble {(given == wanted).mean():.2%} right, {(given == NEITHER).mean():.2%} of photographs and {refused.mean():.2%} of other things refused")
    print("settled by " + ", ".join(f"{number}: {share:.1%}" for number, share in enumerate(settled, 1))
          + f"; {each:.1f} ms a photograph, {sum(times):.1f} for all")
    sources = np.tile(task.sources, len(refused) // len(task.sources))
    for source in sorted(set(sources)):
        print(f"  {source}: {refused[sources == source].mean():.1%} of {(task.sources == source).sum()} refused")
    names, repeats = np.tile(task.names, len(given) // len(task.names)), len(given) // len(task.names)
    for name in sorted(set(names[given != wanted])):
        wrong = given[(names == name) & (given != wanted)]
        print(f"  {name}: {len(wrong)} of {repeats} times wrong, answered {', '.join(sorted({LABELS[answer] for answer in wrong}))}")


def write(models: Path, order: list[str], weights: tuple[float, ...], threshold: float, version: str):
    labels = models / "labels.txt"
    labels.write_text("".join(f"{label}\n" for label in LABELS))
    manifest = {
        "task": "ants-bees", "kind": "image-labels", "version": version, "title": "Ants and bees",
        "hint": "Give it a photograph of an ant or a bee.", "page": {"language": "en"}, "contracts": ["predictions"],
        "input": {"width": SIZE, "height": SIZE, "colour": "rgb", "fit": "cover", "maxPixels": 50_000_000},
        "labels": {"file": labels.name, "count": len(LABELS), "sha256": sha256(labels)},
        "reject": {"answer": LABELS[NEITHER], "threshold": threshold},
        "members": [{"name": name, "file": f"{name}.onnx", "sha256": sha256(models / f"{name}.onnx"), "weight": weight}
                    for name, weight in zip(order, weights)],
    }
    (models / "ensemble.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
