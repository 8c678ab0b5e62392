"""prepare: the zip of pictures -> one .npz of pixels and labels, in three parts.

The first part is for training, the second for the choice of the members' order and weights, and the third for validation.
"""
import argparse
import io
import json
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image
from tqdm import tqdm

from members import SIZE

PARTS = ("training", "choice", "validation")


def split(labels: np.ndarray, choice: int, validation: int, seed: int) -> np.ndarray:
    """For every picture, the index of its part in PARTS. The share of a label is the same in every part."""
    generator = np.random.default_rng(seed)
    place = np.empty(len(labels))
    for label in np.unique(labels):
        rows = np.flatnonzero(labels == label)
        # The shuffled pictures of each label are spread evenly over 0..1, so every section of 0..1 has its share of each label.
        place[generator.permutation(rows)] = (np.arange(len(rows)) + 0.5) / len(rows)
    part = np.zeros(len(labels), np.uint8)
    order = np.argsort(place, kind="stable")
    part[order[:validation]] = PARTS.index("validation")
    part[order[validation:validation + choice]] = PARTS.index("choice")
    return part


def read_part(path: Path, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pixels uint8 [n, 28, 28, 1], labels [n] and names [n] of one part of the .npz."""
    if not path.exists():
        raise SystemExit(f"{path} is missing: python training/digits/prepare.py writes it")
    data = np.load(path)
    rows = data["part"] == PARTS.index(name)
    return data["pixels"][rows], data["labels"][rows], data["names"][rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--images", type=Path, required=True, help="zip of <digit>/<name>.png")
    parser.add_argument("--out", type=Path, required=True, help="the .npz to write; the list of the validation pictures goes to *.validation.json, for npm run eval -- digits")
    parser.add_argument("--choice", type=int, default=5000, help="pictures for the choice of order and weights (default: %(default)s)")
    parser.add_argument("--validation", type=int, default=10_000, help="pictures for validation (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    if not options.images.exists():
        parser.error(f"{options.images} does not exist")
    with zipfile.ZipFile(options.images) as archive:
        names = np.array(sorted(name for name in archive.namelist() if name.endswith(".png")))
        pixels = np.empty((len(names), SIZE, SIZE, 1), np.uint8)
        for row, name in zip(pixels, tqdm(names, desc="decode", unit="picture")):
            picture = np.asarray(Image.open(io.BytesIO(archive.read(name))).convert("L"))
            if picture.shape != (SIZE, SIZE):
                raise SystemExit(f"{name} has {picture.shape[1]} × {picture.shape[0]} pixels, expected {SIZE} × {SIZE}")
            row[..., 0] = picture
    if len(names) <= options.choice + options.validation:
        raise SystemExit(f"{len(names)} pictures leave none to train on: lower --choice or --validation")
    labels = np.array([int(Path(name).parent.name) for name in names])
    part = split(labels, options.choice, options.validation, options.seed)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(options.out, pixels=pixels, labels=labels, names=names, part=part)
    kept = [{"file": name, "label": Path(name).parent.name} for name in names[part == PARTS.index("validation")].tolist()]
    options.out.with_suffix(".validation.json").write_text(json.dumps(kept))
    print(f"{options.out}: " + ", ".join(f"{(part == number).sum()} {name}" for number, name in enumerate(PARTS)))


if __name__ == "__main__":
    main()
