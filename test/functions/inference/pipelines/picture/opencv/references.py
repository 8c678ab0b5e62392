"""Makes pictures, and fits them with Ultralytics' LetterBox, which resizes by OpenCV: python references.py TARGET [MOST_PIXELS_OF_A_SIDE]

Writes a JSON list to TARGET, in the same format as ../pillow/references.py.
Made with ultralytics 8.4.190 and opencv-python-headless 5.0.0.93.
"""
import base64
import json
import random
import sys

import cv2
import numpy as np
from ultralytics.data.augment import LetterBox


def picture(width, height, seed):
    """Shapes, edges and noise."""
    noise = np.random.default_rng(seed)
    small = noise.integers(0, 256, (max(2, height // 5), max(2, width // 5), 3), dtype=np.uint8)
    shapes = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC) + noise.normal(0, 25, (height, width, 3))
    return np.clip(shapes, 0, 255).astype(np.uint8)


def main(target, most):
    random.seed(7)
    # Special cases: tiny pictures, an unchanged size, reductions to exactly 1/2 and exactly 1/4, and a single row or column.
    # The other sizes are random.
    cases = [((1, 1), (5, 5)), ((2, 3), (9, 8)), ((most, most), (most, most)), ((most, most // 2), (most // 2, most // 4))]
    cases += [((most, most), (most // 4, most // 4)), ((most, 1), (7, 7)), ((1, most), (7, 8))]
    cases += [tuple((random.randint(3, most), random.randint(3, most)) for _ in range(2)) for _ in range(23)]
    references = []
    for number, (source, size) in enumerate(cases):
        way = ['contain', 'fill'][number % 3 // 2]
        bgr = picture(*source, number)
        fitted = LetterBox((size[1], size[0]), auto=False, scale_fill=way == 'fill')(image=bgr)
        references.append({
            'kind': f'opencv, {way}, {source} to {size}',
            'format': {'width': size[0], 'height': size[1], 'fit': way, 'crop': 'down', 'resample': 'inter_linear', 'background': '#727272'},
            'file': base64.b64encode(cv2.imencode('.png', bgr)[1]).decode(),
            'pixels': base64.b64encode(cv2.cvtColor(fitted, cv2.COLOR_BGR2RGB).tobytes()).decode(),
        })
    with open(target, 'w') as out:
        json.dump(references, out, indent=1)


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 32)
