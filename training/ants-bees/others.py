"""Pictures of other things, by source: they train and judge the label `neither`.

Most come from packages of Debian, unpacked below --others as README.md says. A few come from the training sets of two other
models, or are computed. Cross-validation never divides a source, so it judges each head on kinds of pictures that the head has
never seen.
"""
import io
import random
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from pictures import upright

GCOMPRIS = "gcompris/gcompris/src/activities"
# The folders of each source, as patterns.
SOURCES = {
    "animals": [f"{GCOMPRIS}/erase", f"{GCOMPRIS}/explore_*_animals"],
    "categories": [f"{GCOMPRIS}/categorization"],
    "clipart-words": [f"{GCOMPRIS}/lang"],
    "monuments": [f"{GCOMPRIS}/details", f"{GCOMPRIS}/explore_monuments"],
    "paintings": [f"{GCOMPRIS}/paintings"],
    "gnome-backgrounds": ["gnome-backgrounds"],
    "lomiri-wallpapers": ["lomiri-wallpapers-*"],
    "mate-backgrounds": ["mate-backgrounds"],
    "plasma-wallpapers": ["plasma-workspace-wallpapers"],
    "scikit-image": ["python3-skimage/usr/lib/python3/dist-packages/skimage/data"],
    "stamps": ["tuxpaint-stamps-default"],
    "ukui-wallpapers": ["ukui-wallpapers"],
}
ENDINGS = {".jpg", ".jpeg", ".png", ".webp"}
# Beginnings of the names of files that are left out: bees and an ant, which are not other things, and small copies of wallpapers.
LEFT_OUT = ("bee", "bug", "screenshot")
LIMIT = 110  # Maximum number of pictures of a source, so that a large collection of similar pictures does not dominate.
LONGEST = 1000  # Maximum width and height in pixels, because wallpapers are much larger than the member's input.
SMALLEST = 4000  # Bytes. Smaller files are icons.
KEPT_OUT = {"animals"}  # Sources that only judge, because two of their photographs are samples.


@dataclass
class Other:
    source: str
    name: str
    picture: Image.Image


def read_others(folder: Path, handwriting: Path, digits: Path, seed: int = 0) -> list[Other]:
    generator = random.Random(seed)
    found = [other for source in SOURCES for other in read_source(source, folder, generator)]
    for name, archive in (("handwriting", handwriting), ("digits", digits)):
        found += read_archive(name, archive, 25, generator)
    return found + synthetic(30, np.random.default_rng(seed))


def read_source(source: str, folder: Path, generator: random.Random) -> list[Other]:
    files = sorted(path for pattern in SOURCES[source] for place in folder.glob(pattern) for path in place.rglob("*")
                   if path.suffix.lower() in ENDINGS and path.stat().st_size > SMALLEST and not path.name.startswith(LEFT_OUT))
    if not files:
        raise SystemExit(f"{folder} has no pictures of {source}: training/ants-bees/README.md says how to fill it")
    chosen = sorted(generator.sample(files, min(len(files), LIMIT)))
    return [Other(source, str(path.relative_to(folder)), shrink(Image.open(path), generator)) for path in chosen]


def shrink(picture: Image.Image, generator: random.Random) -> Image.Image:
    picture.draft("RGB", (LONGEST, LONGEST))
    picture.thumbnail((LONGEST, LONGEST), Image.BICUBIC)
    return upright(margin(picture, generator) if picture.mode in ("RGBA", "LA", "P") else picture)


def margin(picture: Image.Image, generator: random.Random) -> Image.Image:
    """Puts a cut-out picture on a sheet of one colour, which is white for half of the pictures."""
    picture = picture.convert("RGBA")
    colour = "white" if generator.random() < 0.5 else tuple(generator.randint(30, 255) for _ in range(3))
    side = int(max(picture.size) * generator.uniform(1, 1.6))
    sheet = Image.new("RGBA", (side, side), colour)
    sheet.alpha_composite(picture, ((side - picture.width) // 2, (side - picture.height) // 2))
    return sheet


def read_archive(source: str, path: Path, count: int, generator: random.Random) -> list[Other]:
    """`count` random pictures from the training set of another model of this project."""
    with zipfile.ZipFile(path) as archive:
        names = sorted(name for name in archive.namelist() if Path(name).suffix.lower() in ENDINGS)
        return [Other(source, name, upright(Image.open(io.BytesIO(archive.read(name))))) for name in generator.sample(names, count)]


def synthetic(count: int, generator: np.random.Generator) -> list[Other]:
    """Pictures of noise, of one colour, and of soft blots, in turn."""
    made = []
    for number in range(count):
        if number % 3 == 0:
            pixels = generator.integers(0, 256, (224, 224, 3))
        elif number % 3 == 1:
            pixels = np.broadcast_to(generator.integers(0, 256, 3), (224, 224, 3))
        else:
            pixels = generator.integers(0, 256, (*generator.integers(2, 24, 2), 3))
        made.append(Other("synthetic", str(number), Image.fromarray(pixels.astype(np.uint8)).resize((224, 224), Image.BICUBIC)))
    return made
