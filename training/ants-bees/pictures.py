"""The photographs of the zip as the member gets them, and as other cameras might have taken them."""
import io
import random
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter, ImageOps

from backbone import SIZE

LABELS = ("ant", "bee", "neither")
NEITHER = 2
FOLDERS = {"ants": 0, "bees": 1}
# A roll has the pictures that one person uploads in one go. Neighbouring Flickr numbers of a roll differ by less than this.
ROLL = 20_000


@dataclass
class Photograph:
    name: str
    label: int
    group: int
    picture: Image.Image


def read_photographs(path: Path) -> list[Photograph]:
    """The pictures of the zip, sorted by name. Those of one roll have the same group, so no roll is in two parts (folds.py)."""
    if not path.exists():
        raise SystemExit(f"{path} is missing: it must be a zip of ants/*.jpg and bees/*.jpg")
    with zipfile.ZipFile(path) as archive:
        names = sorted(name for name in archive.namelist() if name.split("/")[0] in FOLDERS and name.endswith(".jpg"))
        groups = rolls(names)
        return [Photograph(name, FOLDERS[name.split("/")[0]], groups[name], upright(Image.open(io.BytesIO(archive.read(name)))))
                for name in names]


def rolls(names: list[str]) -> dict[str, int]:
    """The group of each name. If the next smaller Flickr number is closer than ROLL, both names have the same group."""
    numbered = sorted((int(found[1]), name) for name in names if (found := re.search(r"/(\d{6,})_", name)))
    groups = {name: index for index, name in enumerate(names)}
    for (before, earlier), (number, name) in zip(numbered, numbered[1:]):
        if number - before < ROLL:
            groups[name] = groups[earlier]
    return groups


def upright(picture: Image.Image) -> Image.Image:
    """The picture in RGB, turned upright by its EXIF orientation; transparency becomes white, as in the service."""
    picture = ImageOps.exif_transpose(picture)
    if picture.mode in ("RGBA", "LA", "P"):
        picture = picture.convert("RGBA")
        sheet = Image.new("RGBA", picture.size, "white")
        sheet.alpha_composite(picture)
        picture = sheet
    return picture.convert("RGB")


def cover(picture: Image.Image) -> np.ndarray:
    """The middle of a picture, uint8 [SIZE, SIZE, 3], as `"fit": "cover"` cuts it."""
    return np.asarray(ImageOps.fit(picture, (SIZE, SIZE), Image.BICUBIC))


def crops(picture: Image.Image, copies: int, generator: random.Random) -> np.ndarray:
    """uint8 [n, SIZE, SIZE, 3]: the crop of the service, its mirror image, the whole picture stretched, and `copies`
    distorted copies."""
    stretched = np.asarray(picture.resize((SIZE, SIZE), Image.BICUBIC))
    plain = [cover(picture), cover(ImageOps.mirror(picture)), stretched]
    return np.stack(plain + [distort(picture, generator) for _ in range(copies)])


def distort(picture: Image.Image, generator: random.Random) -> np.ndarray:
    """A random crop, mirrored, rotated, blurred or compressed by chance, in random light and colour: uint8 [SIZE, SIZE, 3]."""
    picture = crop(picture, generator)
    if generator.random() < 0.5:
        picture = ImageOps.mirror(picture)
    if generator.random() < 0.25:
        mean = tuple(int(value) for value in np.asarray(picture).mean((0, 1)))
        picture = picture.rotate(generator.uniform(-20, 20), Image.BICUBIC, fillcolor=mean)
    for enhance in (ImageEnhance.Brightness, ImageEnhance.Contrast, ImageEnhance.Color):
        if generator.random() < 0.7:
            picture = enhance(picture).enhance(generator.uniform(0.7, 1.35))
    if generator.random() < 0.1:
        picture = ImageOps.grayscale(picture).convert("RGB")
    if generator.random() < 0.15:
        picture = picture.filter(ImageFilter.GaussianBlur(generator.uniform(0.3, 1.2)))
    if generator.random() < 0.3:
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=generator.randint(40, 85))
        picture = Image.open(file).convert("RGB")
    return np.asarray(picture)


def crop(picture: Image.Image, generator: random.Random) -> Image.Image:
    """Cuts out 35 to 100 % of the picture, with sides between 3 : 4 and 4 : 3, or a square if no try fits; resizes it to SIZE."""
    width, height = picture.size
    for _ in range(20):
        area = width * height * generator.uniform(0.35, 1)
        # The logarithm of the ratio is uniform, so parts are as often wide as tall.
        ratio = (4 / 3) ** generator.uniform(-1, 1)
        wide, tall = round((area * ratio) ** 0.5), round((area / ratio) ** 0.5)
        if wide <= width and tall <= height:
            break
    else:
        wide = tall = min(width, height)
    left, top = generator.randint(0, width - wide), generator.randint(0, height - tall)
    return picture.resize((SIZE, SIZE), Image.BICUBIC, (left, top, left + wide, top + tall))
