"""prepare: photographs and pictures of other things -> one .npz of crops.

Each photograph has the service's crop, its mirror image, the whole picture stretched, and `--copies` distorted crops. Each
picture of other things has the service's crop and one distorted crop.
"""
import argparse
import random
from pathlib import Path

import numpy as np
from tqdm import tqdm

from others import read_others
from pictures import cover, crops, distort, read_photographs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--images", type=Path, required=True, help="zip of ants/*.jpg and bees/*.jpg")
    parser.add_argument("--others", type=Path, required=True, help="folder of the unpacked packages with pictures of other things")
    parser.add_argument("--handwriting", type=Path, required=True, help="zip of the training pictures of handwriting")
    parser.add_argument("--digits", type=Path, required=True, help="zip of the training pictures of digits")
    parser.add_argument("--copies", type=int, default=4, help="distorted copies of each photograph (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, required=True, help="the .npz to write")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    photographs = read_photographs(options.images)
    found = [crops(row.picture, options.copies, generator) for row in tqdm(photographs, desc="photographs")]
    others = read_others(options.others, options.handwriting, options.digits, options.seed)
    other_crops = [np.stack([cover(row.picture), distort(row.picture, generator)]) for row in tqdm(others, desc="others")]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(options.out, pixels=np.stack(found), labels=np.array([row.label for row in photographs]),
             groups=np.array([row.group for row in photographs]), names=np.array([row.name for row in photographs]),
             other_pixels=np.stack(other_crops), sources=np.array([row.source for row in others]),
             other_names=np.array([row.name for row in others]))
    print(f"{options.out}: {len(photographs)} photographs, {len(others)} other pictures of {len({row.source for row in others})} sources")


if __name__ == "__main__":
    main()
