"""samples: writes a few pictures of the validation part as files, with their labels."""
import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image

from members import CLASSES
from prepare import read_part


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures and labels.json")
    parser.add_argument("--each", type=int, default=5, help="pictures of each digit (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=50)
    options = parser.parse_args()
    pixels, labels, _ = read_part(options.data, "validation")
    generator = np.random.default_rng(options.seed)
    rows = np.concatenate([generator.choice(np.flatnonzero(labels == digit), options.each, replace=False) for digit in range(CLASSES)])
    options.out.mkdir(parents=True, exist_ok=True)
    table = []
    for number, row in enumerate(generator.permutation(rows), 1):
        file = f"{number:02d}-{labels[row]}.png"
        Image.fromarray(pixels[row, ..., 0]).save(options.out / file, optimize=True)
        table.append({"file": file, "label": str(labels[row])})
    lines = ",\n".join(f"  {json.dumps(row)}" for row in table)
    (options.out / "labels.json").write_text(f"[\n{lines}\n]\n")
    print(f"{len(table)} pictures in {options.out}")


if __name__ == "__main__":
    main()
