"""samples: writes drawings and openly licensed photographs, all of which may be passed on, and their labels."""
import argparse
import io
import json
import math
from pathlib import Path

import numpy as np
from PIL import Image

from drawing import ground
from insects import ant, bee, flower

SIZE = (500, 375)
LARGEST = 115_000
"""Maximum width and height in pixels, and maximum number of bytes: about those of a photograph of the training set."""
# Photographs of GCompris: file, shown part (left, top, right, bottom as shares), name and label.
PHOTOGRAPHS = [
    ("bee.webp", (0.0, 0.0, 0.5625, 0.75), "bee-photograph", "bee"),
    ("kingfisher.webp", (0.0, 0.0, 1.0, 1.0), "kingfisher", "neither"),
    ("red_panda.webp", (0.0, 0.0, 1.0, 1.0), "red-panda", "neither"),
]


def drawn() -> list[tuple[str, str, Image.Image]]:
    """Three ants and two bees."""
    generator = np.random.default_rng(3)
    earth = ground(generator, (0.35, 0.25, 0.16), (0.78, 0.68, 0.52), (6, 14, 40, 160), 1.5)
    leaf = ground(generator, (0.15, 0.35, 0.08), (0.45, 0.68, 0.2), (90, 200), 6)
    stone = ground(generator, (0.55, 0.52, 0.48), (0.9, 0.88, 0.84), (3, 8, 30, 200), 1)
    meadow = ground(generator, (0.1, 0.25, 0.06), (0.35, 0.55, 0.2), (80, 220), 14)
    shade = ground(generator, (0.12, 0.22, 0.1), (0.4, 0.5, 0.25), (60, 240), 14)
    yellow = flower(meadow, generator, (640, 480), 21, 360, (0.95, 0.78, 0.1), (0.5, 0.3, 0.05))
    violet = flower(shade, generator, (560, 440), 16, 400, (0.72, 0.5, 0.85), (0.8, 0.6, 0.1))
    pictures = [
        ("ant-on-earth", "ant", ant(earth, 1, 0.5, (0.28, 0.1, 0.05), 1.0)),
        ("ant-on-leaf", "ant", ant(leaf, 2, -0.7, (0.12, 0.07, 0.06), 1.1)),
        ("ant-on-stone", "ant", ant(stone, 5, 2.6, (0.42, 0.16, 0.06), 0.95)),
        ("bee-on-yellow", "bee", bee(yellow, 3, 0.4, 1.15)),
        ("bee-on-violet", "bee", bee(violet, 4, 2.4, 1.2)),
    ]
    grain = np.random.default_rng(1)
    return [(name, label, photographed(canvas, grain)) for name, label, canvas in pictures]


def photographed(canvas: np.ndarray, generator: np.random.Generator) -> Image.Image:
    """Adds a little grain, as a camera's sensor does."""
    grainy = canvas + generator.normal(0, 0.018, canvas.shape)
    return Image.fromarray((grainy.clip(0, 1) * 255).astype(np.uint8))


def taken(folder: Path) -> list[tuple[str, str, Image.Image]]:
    """Name, label and shown part of each photograph."""
    found = []
    for file, (left, top, right, bottom), name, label in PHOTOGRAPHS:
        picture = Image.open(folder / file).convert("RGB")
        across, down = picture.size
        part = picture.crop((math.floor(left * across), math.floor(top * down), math.ceil(right * across), math.ceil(bottom * down)))
        found.append((name, label, part))
    return found


def as_jpeg(picture: Image.Image) -> bytes:
    """A JPEG of at most SIZE, in the best quality from 98 down to 42 that needs at most LARGEST bytes; else in quality 42."""
    picture.thumbnail(SIZE, Image.LANCZOS)
    for quality in range(98, 40, -2):
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=quality, optimize=True)
        if file.tell() <= LARGEST:
            break
    return file.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", type=Path, required=True, help="GCompris' folder activities/erase/resource, unpacked")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures and labels.json")
    options = parser.parse_args()
    pictures = drawn() + taken(options.photographs)
    # This order puts different labels next to each other.
    order = [0, 3, 1, 5, 6, 2, 4, 7]
    options.out.mkdir(parents=True, exist_ok=True)
    table = []
    for number, index in enumerate(order, 1):
        name, label, picture = pictures[index]
        file = f"{number}-{name}.jpg"
        (options.out / file).write_bytes(as_jpeg(picture))
        table.append({"file": file, "label": label})
    lines = ",\n".join(f"  {json.dumps(row)}" for row in table)
    (options.out / "labels.json").write_text(f"[\n{lines}\n]\n")
    print(f"{len(table)} pictures in {options.out}")


if __name__ == "__main__":
    main()
