"""Brushes for the sample pictures, on float RGB 0..1: shaded bodies, bent legs, hairs and blurred backgrounds."""
import numpy as np
from PIL import Image, ImageDraw, ImageFilter

WIDTH, HEIGHT = 1200, 900
LIGHT = np.array([-0.45, -0.6, 0.66])  # Direction to the light: up, left and towards the viewer.


def ground(generator: np.random.Generator, dark: tuple, light: tuple, grains: tuple[int, ...], blur: float) -> np.ndarray:
    """Noise of several sizes between two colours. A larger `blur` makes the ground look farther away."""
    height = sum(size * octave(generator, size) for size in grains) / sum(grains)
    height = (height - height.min()) / np.ptp(height)
    colours = np.array(dark) + height[..., None] * (np.array(light) - np.array(dark))
    return soften(colours + generator.normal(0, 0.03, colours.shape), blur)


def octave(generator: np.random.Generator, size: int) -> np.ndarray:
    """Noise whose spots are about `size` pixels wide."""
    cells = generator.uniform(0, 1, (HEIGHT // size + 2, WIDTH // size + 2)).astype(np.float32)
    return np.asarray(Image.fromarray(cells).resize((WIDTH, HEIGHT), Image.BICUBIC))


def soften(canvas: np.ndarray, radius: float) -> np.ndarray:
    if radius <= 0:
        return canvas.clip(0, 1)
    picture = Image.fromarray((canvas.clip(0, 1) * 255).astype(np.uint8))
    return np.asarray(picture.filter(ImageFilter.GaussianBlur(radius))).astype(np.float32) / 255


def window(points: list[tuple], margin: float) -> tuple[slice, slice]:
    """The rows and columns around `points`. A brush paints only these, which saves time."""
    columns, rows = zip(*points)
    top, left = max(int(min(rows) - margin), 0), max(int(min(columns) - margin), 0)
    return slice(top, max(int(max(rows) + margin) + 1, top)), slice(left, max(int(max(columns) + margin) + 1, left))


def lay(canvas: np.ndarray, part: tuple[slice, slice], colour: np.ndarray, cover: np.ndarray) -> np.ndarray:
    """The canvas with `colour` painted over `part`; `cover` is the opacity (0..1) of each pixel of the part."""
    painted = canvas.copy()
    painted[part] = painted[part] * (1 - cover[..., None]) + colour * cover[..., None]
    return painted


def body(canvas: np.ndarray, centre: tuple, axes: tuple, angle: float, colour, gloss: float = 0.5) -> np.ndarray:
    """A shaded ellipsoid. `colour` is RGB, or a function of the position (-1 to 1) along the ellipsoid's first axis."""
    part = window([centre], max(axes) + 4)
    rows, columns = (values[part].astype(np.float32) for values in np.mgrid[0:HEIGHT, 0:WIDTH])
    x, y = columns - centre[0], rows - centre[1]
    along = (x * np.cos(angle) + y * np.sin(angle)) / axes[0]
    across = (-x * np.sin(angle) + y * np.cos(angle)) / axes[1]
    distance = along**2 + across**2
    cover = ((1 - np.sqrt(distance)) * min(axes) / 1.5 + 0.5).clip(0, 1)
    depth = np.sqrt((1 - distance).clip(0))
    normal = np.stack([along * np.cos(angle) - across * np.sin(angle), along * np.sin(angle) + across * np.cos(angle), depth], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True).clip(1e-6)
    shine = (normal @ (LIGHT / np.linalg.norm(LIGHT))).clip(0)
    base = colour(along[..., None]) if callable(colour) else np.array(colour)
    return lay(canvas, part, (base * (0.3 + 0.8 * shine[..., None]) + gloss * shine[..., None]**28).clip(0, 1), cover)


def limb(canvas: np.ndarray, points: list[tuple], widths: tuple[float, float], colour: tuple) -> np.ndarray:
    """A leg or feeler through `points`, thinner towards its end, lighter along its upper edge."""
    part = window(points, max(widths) + 4)
    tall, wide = canvas[part].shape[:2]
    for narrower, shift, paint, strength in ((1.0, 0.0, np.array(colour), 1.0), (0.35, -0.25, np.array(colour) * 0.5 + 0.3, 0.6)):
        sheet = Image.new("L", (wide * 2, tall * 2))  # Drawn at twice the size, for smooth edges.
        draw = ImageDraw.Draw(sheet)
        steps = len(points) - 1
        for index, (start, end) in enumerate(zip(points, points[1:])):
            for share in np.linspace(0, 1, 60):
                width = widths[0] + (widths[1] - widths[0]) * (index + share) / steps
                x = (start[0] + (end[0] - start[0]) * share - part[1].start) * 2
                y = (start[1] + (end[1] - start[1]) * share + shift * width - part[0].start) * 2
                draw.ellipse((x - width * narrower, y - width * narrower, x + width * narrower, y + width * narrower), fill=255)
        cover = np.asarray(sheet.resize((wide, tall), Image.BOX)).astype(np.float32) / 255
        canvas = lay(canvas, part, paint, cover * strength)
    return canvas


def hairs(canvas: np.ndarray, generator: np.random.Generator, centre: tuple, axes: tuple, angle: float, colour: tuple, count: int) -> np.ndarray:
    """The canvas with short strokes all over an ellipse. The strokes point outwards, like a bee's fur."""
    picture = Image.fromarray((canvas.clip(0, 1) * 255).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    for _ in range(count):
        turn, radius = generator.uniform(0, 2 * np.pi), np.sqrt(generator.uniform(0, 1.1))
        outward = np.array([np.cos(turn) * axes[0], np.sin(turn) * axes[1]])
        turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ outward
        start = np.array(centre) + turned * radius
        end = start + turned / np.linalg.norm(turned) * generator.uniform(8, 26) + generator.normal(0, 4, 2)
        shade = np.array(colour) * generator.uniform(0.45, 1.25)
        draw.line((*start, *end), fill=tuple(int(value) for value in (shade.clip(0, 1) * 255)), width=2)
    return np.asarray(picture).astype(np.float32) / 255


def shadow(canvas: np.ndarray, drawn: np.ndarray, shift: tuple[int, int], radius: float, depth: float) -> np.ndarray:
    """The canvas with a shadow: the pixels that `drawn` changed, shifted, blurred and darkened."""
    cover = (np.abs(drawn - canvas).max(-1) > 0.02).astype(np.float32)
    cover = np.roll(cover, shift, (1, 0))
    picture = Image.fromarray((cover * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(radius))
    return canvas * (1 - depth * np.asarray(picture).astype(np.float32)[..., None] / 255)
