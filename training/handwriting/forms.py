"""Draws characters on form-like paper, with ink, ruled lines, parts of neighbouring characters and a scanner's effects."""
import io

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

# Colours as they occur on such forms: white, cream, grey, pinkish and lilac paper; blue, black and teal ink.
PAPERS = ((250, 250, 250), (236, 232, 226), (214, 208, 204), (226, 206, 198), (196, 178, 180), (206, 204, 216), (232, 222, 204))
INKS = ((52, 62, 140), (40, 44, 60), (60, 110, 150), (30, 30, 34), (74, 78, 150), (24, 60, 120))
RULE = (196, 30, 52)


def paper(generator: np.random.Generator, width: int, height: int) -> np.ndarray:
    """float [height, width, 3] in 0..255: tinted paper with weave and shade, and in most cases a ruled line or two."""
    base = np.array(PAPERS[generator.integers(len(PAPERS))], float)
    sheet = np.broadcast_to(base, (height, width, 3)).copy()
    sheet += generator.normal(0, generator.uniform(1, 7), (height, width, 1))
    rows, columns = np.mgrid[:height, :width]
    if generator.random() < 0.5:
        sheet += (generator.uniform(2, 8) * ((rows // 2 + columns // 2) % 2))[..., None]
    sheet += (generator.normal(0, 12) * (rows / height - 0.5) + generator.normal(0, 12) * (columns / width - 0.5))[..., None]
    for edge in (0.0, 1.0):
        if generator.random() < 0.55:
            middle = edge * (height - 1) + generator.normal(0, 4) + generator.normal(0, 0.03) * (columns - width / 2)
            line = np.clip(generator.uniform(0.8, 2.2) - np.abs(rows - middle), 0, 1) * generator.uniform(0.4, 1)
            sheet += line[..., None] * (np.array(RULE, float) - sheet)
    return sheet


def glyph(generator: np.random.Generator, character: str, font: ImageFont.FreeTypeFont, width: int, height: int) -> np.ndarray:
    """float [height, width] in 0..1: the amount of ink at each pixel of one character, distorted as in handwriting."""
    canvas = Image.new("L", (160, 160))
    ImageDraw.Draw(canvas).text((80, 80), character, 255, font, anchor="mm", stroke_width=int(generator.random() < 0.25))
    # Moving the four corners at random gives slant, squash and perspective at once.
    corners = np.array([(30, 30), (30, 130), (130, 130), (130, 30)], float) + generator.normal(0, 5, (4, 2))
    canvas = canvas.transform((100, 100), Image.Transform.QUAD, corners.flatten().tolist(), Image.Resampling.BICUBIC)
    box = canvas.getbbox()
    if box is None:
        raise ValueError(f"the font has no picture for {character}")
    canvas = canvas.crop(box)
    tall = height * generator.uniform(0.5, 0.88)
    scale = min(tall / canvas.height, 0.95 * width / canvas.width)
    # Width and height have the same scale, so that wide and flat characters like 一 keep their proportions.
    canvas = canvas.resize((max(2, round(canvas.width * scale)), max(2, round(canvas.height * scale))), Image.Resampling.LANCZOS)
    return place(generator, np.asarray(canvas, float) / 255, width, height)


def place(generator: np.random.Generator, ink: np.ndarray, width: int, height: int) -> np.ndarray:
    """Puts an ink picture somewhere around the middle of a crop of the given size."""
    layer = np.zeros((height, width))
    ink = ink[:height, :width]
    top = int(np.clip((height - ink.shape[0]) * generator.normal(0.5, 0.18), 0, height - ink.shape[0]))
    left = int(np.clip((width - ink.shape[1]) * generator.normal(0.5, 0.18), 0, width - ink.shape[1]))
    layer[top:top + ink.shape[0], left:left + ink.shape[1]] = ink
    return layer


def picture(generator: np.random.Generator, inks: list[np.ndarray], width: int, height: int) -> bytes:
    """A JPEG of ink layers on paper, like the crops of a form reader. Half of the pictures are slightly out of focus."""
    sheet = paper(generator, width, height)
    colour = np.array(INKS[generator.integers(len(INKS))], float) + generator.normal(0, 12, 3)
    for ink in inks:
        covered = np.clip(ink * generator.uniform(0.75, 1.0) * generator.normal(1, 0.08, ink.shape), 0, 1)[..., None]
        sheet = sheet * (1 - covered) + colour * covered
    image = Image.fromarray(np.clip(sheet, 0, 255).astype(np.uint8))
    if generator.random() < 0.5:
        image = image.filter(ImageFilter.GaussianBlur(generator.uniform(0.2, 0.7)))
    file = io.BytesIO()
    image.save(file, "JPEG", quality=int(generator.integers(70, 96)))
    return file.getvalue()


def neighbour(generator: np.random.Generator, ink: np.ndarray) -> np.ndarray:
    """The part of a neighbouring character that a crop catches at its left or right edge."""
    width = ink.shape[1]
    shift = int(width * generator.uniform(0.72, 0.9)) * (1 if generator.random() < 0.5 else -1)
    moved = np.zeros_like(ink)
    if shift > 0:
        moved[:, shift:] = ink[:, :width - shift]
    else:
        moved[:, :shift] = ink[:, -shift:]
    return moved
