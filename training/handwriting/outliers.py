"""outliers: makes pictures of characters outside the list, and of listed ones, for the second half of the training.

A member that sees only listed characters in training takes every picture for one of them. Characters outside the list are
drawn from fonts; with --written, pictures of handwritten ones and a few pictures of paper without ink are added. Listed
characters are drawn from the same fonts on the same paper, so that only the character tells the two kinds apart, and not the
drawing.
"""
import argparse
import io
import json
from pathlib import Path

import numpy as np
from PIL import Image, ImageFont
from tqdm import tqdm

from forms import glyph, neighbour, picture, place
from members import SIZE
from prepare import decode, pictures


def big5_level_1() -> list[str]:
    """The 5,401 common traditional characters, in the order of the Big5 standard."""
    found = []
    for lead in range(0xA4, 0xC7):
        for trail in [*range(0x40, 0x7F), *range(0xA1, 0xFF)]:
            try:
                found.append(bytes([lead, trail]).decode("big5"))
            except UnicodeDecodeError:
                pass
    return [c for c in found if "\u4e00" <= c <= "\u9fff"]


def written(data: bytes) -> np.ndarray:
    """float [h, w] in 0..1: the ink of a scanned character, cut to its box. The scan is dark on light or light on dark."""
    grey = np.asarray(Image.open(io.BytesIO(data)).convert("L"), float) / 255
    ink = 1 - grey if np.median(grey) > 0.5 else grey
    box = Image.fromarray((ink > 0.25).astype(np.uint8)).getbbox()
    return ink[box[1]:box[3], box[0]:box[2]] if box else ink


def on_form(generator, ink: np.ndarray) -> bytes:
    """A picture of a scanned character's ink on form-like paper. It has the size of a form reader's crop."""
    height = 67
    width = int(np.clip(generator.normal(53, 14), 26, 100))
    scale = min(height * generator.uniform(0.5, 0.88) / ink.shape[0], 0.95 * width / ink.shape[1])
    size = max(2, round(ink.shape[1] * scale)), max(2, round(ink.shape[0] * scale))
    small = np.asarray(Image.fromarray((ink * 255).astype(np.uint8)).resize(size, Image.Resampling.LANCZOS), float) / 255
    return picture(generator, [place(generator, small, width, height)], width, height)


def drawn(generator, fonts, characters: list[str]) -> tuple[str, bytes]:
    """A picture of a random character, in a random font that has the character."""
    height, width = 67, int(np.clip(generator.normal(53, 14), 26, 100))
    while True:
        character = characters[generator.integers(len(characters))]
        font, has = fonts[generator.integers(len(fonts))]
        if ord(character) in has:
            break
    inks = [glyph(generator, character, font, width, height)]
    if generator.random() < 0.2:
        inks.append(neighbour(generator, glyph(generator, character, font, width, height)))
    return character, picture(generator, inks, width, height)


def load_fonts(paths: list[Path]):
    """The font of every file, and the code points that the font has."""
    from fontTools.ttLib import TTFont
    return [(ImageFont.truetype(str(path), 100), frozenset(TTFont(path, fontNumber=0, lazy=True).getBestCmap()))
            for path in paths]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True, help="TrueType files whose licence allows this use")
    parser.add_argument("--written", type=Path, help="folder or zip of real characters outside the list")
    parser.add_argument("--unseen", type=int, default=20, help="number of characters of --written that are kept out of training, for the choice of the threshold")
    parser.add_argument("--count", type=int, default=24_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, required=True, help="training pictures (.npz); the unseen go to *.unseen.npz")
    parser.add_argument("--size", type=int, nargs=2, default=SIZE, metavar=("WIDTH", "HEIGHT"))
    options = parser.parse_args()
    generator = np.random.default_rng(options.seed)
    listed = options.labels.read_text(encoding="utf-8").split()
    number = {label: index for index, label in enumerate(listed)}
    fonts = load_fonts(options.fonts)

    hands, unseen = [], []
    if options.written:
        found = list(pictures(options.written))
        classes = sorted({label for label, _, _ in found})
        kept = set(generator.permutation(classes)[:options.unseen].tolist())
        hands = [data for label, _, data in found if label not in kept]
        unseen = [(label, data) for label, _, data in found if label in kept]
    hidden = {label[-1] for label, _ in unseen}
    others = [c for c in big5_level_1() if c not in number and c not in hidden]

    files, labels = [], []
    for _ in tqdm(range(options.count), desc="draw", unit="picture"):
        kind = generator.random()
        if kind < 0.30:
            character, data = drawn(generator, fonts, listed)
            labels.append(number[character])
        elif kind < 0.68 or not hands:
            data = drawn(generator, fonts, others)[1]
            labels.append(-1)
        elif kind < 0.97:
            data = hands[generator.integers(len(hands))]
            if generator.random() < 0.6:
                data = on_form(generator, written(data))
            labels.append(-1)
        else:
            data = picture(generator, [], int(generator.integers(26, 100)), 67)
            labels.append(-1)
        files.append(data)
    np.savez(options.out, pixels=decode(files, *options.size), labels=np.array(labels))
    if unseen:
        raw = [data for _, data in unseen]
        forms = [on_form(generator, written(data)) for data in raw]
        np.savez(options.out.with_suffix(".unseen.npz"), pixels=decode(raw, *options.size), forms=decode(forms, *options.size),
                 labels=np.array([label for label, _ in unseen]))
    print(json.dumps({"pictures": len(labels), "outside": int(np.sum(np.array(labels) < 0)), "unseen": len(unseen),
                      "unseenClasses": sorted(hidden)}, ensure_ascii=False))


if __name__ == "__main__":
    main()
