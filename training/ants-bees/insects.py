"""An ant, a bee and a flower, drawn from above with the brushes of drawing.py."""
from collections.abc import Callable

import numpy as np

from drawing import body, hairs, limb, shadow, soften

MIDDLE = (600, 450)


def placed(angle: float, size: float) -> Callable[[float, float], tuple[float, float]]:
    """A function that converts positions on an insect, which faces right with its middle at 0, to positions on the picture."""
    def at(x: float, y: float) -> tuple[float, float]:
        return (MIDDLE[0] + size * (x * np.cos(angle) - y * np.sin(angle)), MIDDLE[1] + size * (x * np.sin(angle) + y * np.cos(angle)))
    return at


def with_shadow(canvas: np.ndarray, draw: Callable, seed: int, size: float, depth: float) -> np.ndarray:
    """Draws an insect with the function `draw`, and its shadow below."""
    drawn = draw(canvas, np.random.default_rng(seed))
    canvas = shadow(canvas, drawn, (int(22 * size), int(30 * size)), 14 * size, depth)
    return soften(draw(canvas, np.random.default_rng(seed)), 0.6)


# Hip, knee, foot and toe of the legs of one side, front to back.
ANT_LEGS = (((70, 25), (140, 120), (215, 195), (255, 215)), ((25, 28), (30, 150), (15, 250), (0, 285)),
            ((-15, 25), (-85, 135), (-200, 230), (-255, 262)))


def ant(canvas: np.ndarray, seed: int, angle: float, colour: tuple, size: float) -> np.ndarray:
    at, brown = placed(angle, size), np.array(colour)

    def draw(canvas: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        for side in (-1, 1):
            for hip, *joints in ANT_LEGS:
                points = [hip] + [tuple(np.array(joint) + generator.normal(0, 10, 2)) for joint in joints]
                canvas = limb(canvas, [at(x, side * y) for x, y in points], (16 * size, 5 * size), tuple(brown * 0.6))
            feeler, jaw = ((195, 22), (262, 80), (330, 62), (385, 38)), ((225, 18), (268, 24), (282, 4))
            canvas = limb(canvas, [at(x, side * y) for x, y in feeler], (10 * size, 6 * size), tuple(brown * 0.6))
            canvas = limb(canvas, [at(x, side * y) for x, y in jaw], (13 * size, 5 * size), tuple(brown * 0.6))
        # Abdomen with its rings, the narrow waist, thorax and head.
        rings = lambda along: brown * (1 - 0.35 * (np.abs(np.sin(along * 7)) > 0.93))
        parts = ((-165, 112, 80, rings), (-48, 24, 18, colour), (-8, 42, 32, colour), (60, 62, 42, colour), (168, 66, 58, colour))
        for x, long, wide, paint in parts:
            canvas = body(canvas, at(x, 0), (long * size, wide * size), angle, paint, 0.5)
        for side in (-1, 1):
            canvas = body(canvas, at(178, side * 44), (14 * size, 10 * size), angle, (0.05, 0.05, 0.06), 0.9)
        return canvas

    return with_shadow(canvas, draw, seed, size, 0.6)


BEE_LEGS = (((60, 40), (120, 95), (165, 130)), ((20, 45), (40, 130), (30, 190)), ((-20, 45), (-70, 125), (-130, 185)))
# Half the length, half the width, x, y and turn of each wing of one side.
BEE_WINGS = ((150, 52, -70, 120, 0.55), (100, 36, -115, 75, 0.35))


def bee(canvas: np.ndarray, seed: int, angle: float, size: float) -> np.ndarray:
    at = placed(angle, size)
    stripes = lambda along: np.where(np.sin(along * 9.5 + 0.6) > 0.1, np.array([0.85, 0.52, 0.12]), np.array([0.13, 0.08, 0.04]))

    def wings(canvas: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        for side in (-1, 1):
            for long, wide, x, y, turn in BEE_WINGS:
                opaque = body(canvas, at(x, side * y), (long * size, wide * size), angle + np.pi - side * turn, (0.8, 0.78, 0.7), 0.3)
                canvas = (canvas + opaque) / 2
                for vein in range(4):
                    bend = (x + generator.normal(0, 20), y + generator.normal(0, 12))
                    points = ((20, 25), bend, (x - 90 + 25 * vein, y + 30 - 10 * vein))
                    canvas = limb(canvas, [at(a, side * b) for a, b in points], (3 * size, 2 * size), (0.25, 0.18, 0.1))
        return canvas

    def draw(canvas: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        def furry(canvas, x, long, wide, fur, count):
            return hairs(canvas, generator, at(x, 0), (long * size, wide * size), angle, fur, count)
        for side in (-1, 1):
            for leg in BEE_LEGS:
                canvas = limb(canvas, [at(x, side * y) for x, y in leg], (18 * size, 7 * size), (0.12, 0.07, 0.03))
            canvas = limb(canvas, [at(x, side * y) for x, y in ((165, 20), (215, 42), (262, 36))], (9 * size, 7 * size), (0.1, 0.06, 0.03))
        canvas = body(canvas, at(-150, 0), (135 * size, 74 * size), angle, stripes, 0.35)
        canvas = furry(canvas, -120, 100, 66, (0.7, 0.45, 0.15), 260)
        canvas = body(canvas, at(30, 0), (80 * size, 72 * size), angle, (0.35, 0.22, 0.08), 0.1)
        canvas = furry(canvas, 30, 80, 72, (0.72, 0.5, 0.2), 2600)
        canvas = body(canvas, at(138, 0), (50 * size, 60 * size), angle, (0.14, 0.09, 0.05), 0.2)
        canvas = furry(canvas, 135, 34, 40, (0.6, 0.42, 0.2), 350)
        for side in (-1, 1):
            canvas = body(canvas, at(150, side * 46), (30 * size, 17 * size), angle + side * 0.3, (0.06, 0.04, 0.04), 0.8)
        return wings(canvas, generator)

    return with_shadow(canvas, draw, seed, size, 0.5)


def flower(canvas: np.ndarray, generator: np.random.Generator, middle: tuple, petals: int, length: int, colour: tuple, heart: tuple) -> np.ndarray:
    for petal in range(petals):
        turn = 2 * np.pi * petal / petals + generator.normal(0, 0.05)
        place = (middle[0] + np.cos(turn) * length * 0.75, middle[1] + np.sin(turn) * length * 0.75)
        canvas = body(canvas, place, (length * 0.55, length * 0.13), turn, tuple(np.array(colour) * generator.uniform(0.8, 1.05)), 0.1)
    canvas = body(canvas, middle, (length * 0.33, length * 0.33), 0, heart, 0.05)
    return hairs(canvas, generator, middle, (length * 0.3, length * 0.3), 0, (0.75, 0.5, 0.1), 700)
