"""Makes pictures of many kinds, and decodes them with Pillow: python references.py TARGET COUNT [MOST_PIXELS_OF_A_SIDE]

Writes a JSON list to TARGET. Each picture has its file in base64, the format to which it is fitted, and the expected bytes.
Needs Pillow 12 and numpy. Pillow 13 resamples rows before columns if a picture shrinks more than twice as much vertically as
horizontally, but models have been trained with the earlier versions.
"""
import base64
import io
import json
import random
import sys

import numpy as np
from PIL import Image, ImageCms, ImageOps

FILTERS = {
    'nearest': Image.Resampling.NEAREST,
    'box': Image.Resampling.BOX,
    'bilinear': Image.Resampling.BILINEAR,
    'bicubic': Image.Resampling.BICUBIC,
    'lanczos': Image.Resampling.LANCZOS,
}
KINDS = [
    'jpeg', 'jpeg-444', 'jpeg-restart', 'jpeg-grey', 'jpeg-progressive', 'jpeg-cmyk', 'jpeg-profile', 'png', 'png-grey', 'png-alpha', 'png-grey-alpha',
    'png-palette', 'png-clear-palette', 'png-16', 'png-one-bit', 'webp-lossless', 'webp', 'webp-alpha', 'gif', 'tiff', 'tiff-cmyk', 'avif',
]
WAYS = ['fill', 'cover', 'contain', 'shorter', 'both']


def picture(width, height, seed):
    """A picture of shapes, edges and noise."""
    noise = np.random.default_rng(seed)
    small = noise.integers(0, 256, (max(2, height // 9), max(2, width // 9), 3), dtype=np.uint8)
    shapes = np.asarray(Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC), dtype=int)
    shapes = shapes + noise.normal(0, 12, shapes.shape).astype(int)
    shapes[height // 3 : height // 2, width // 4 : width // 2] = noise.integers(0, 2) * 255
    return Image.fromarray(np.clip(shapes, 0, 255).astype(np.uint8))


def alpha(image, seed):
    image = image.copy()
    image.putalpha(picture(*image.size, seed + 1).convert('L'))
    return image


def sixteen_bits(image):
    """A grey PNG of 16 bits. Its upper eight bits are expected, because `convert('RGB')` would turn all values above 255 white."""
    grey = np.asarray(image.convert('L'), dtype=np.uint16)
    return Image.fromarray(grey * 256 + 77), Image.fromarray(grey.astype(np.uint8))


def encode(kind, image, orientation, seed):
    """Returns the file, and the picture that is expected from it: upright, but not fitted yet."""
    options = {}
    if kind != 'gif' and orientation != 1:
        exif = Image.Exif()
        exif[0x0112] = orientation
        options['exif'] = exif
    expected = None
    form, _, variant = kind.partition('-')
    if variant == 'grey':
        image = image.convert('L')
    elif variant in ('alpha', 'grey-alpha'):
        image = alpha(image.convert('L').convert('RGB') if variant == 'grey-alpha' else image, seed)
        if variant == 'grey-alpha':
            image = image.convert('LA')
    elif variant == 'cmyk':
        image = image.convert('CMYK')
    elif 'palette' in variant:
        image = image.quantize(32)
        if variant == 'clear-palette':
            options['transparency'] = 3
    elif form == 'gif':
        image = image.quantize(64)
    elif variant == '16':
        image, expected = sixteen_bits(image)
    elif variant == 'one-bit':
        image = image.convert('1')
    elif variant == 'profile':
        options['icc_profile'] = ImageCms.ImageCmsProfile(ImageCms.createProfile('XYZ')).tobytes()
    if form == 'jpeg':
        options.update(quality=random.choice([60, 90, 97]), progressive=variant == 'progressive')
        if variant == 'restart':
            options['restart_marker_blocks'] = random.randint(1, 9)
        if variant != 'grey' and variant != 'cmyk':
            options['subsampling'] = 0 if variant == '444' else random.choice([1, 2])
    elif form in ('webp', 'avif'):
        options.update(lossless=True) if variant == 'lossless' else options.update(quality=80, subsampling='4:4:4')
    file = io.BytesIO()
    image.save(file, form.upper(), **options)
    decoded = Image.open(io.BytesIO(file.getvalue()))
    if expected is None:
        expected = decoded
    else:
        expected.info.update(decoded.info)
    return file.getvalue(), ImageOps.exif_transpose(expected)


def on_background(image, background):
    """Like `convert('RGB')`, but transparent pictures are composed on the background."""
    if image.mode in ('RGBA', 'LA', 'PA') or 'transparency' in image.info:
        image = image.convert('RGBA')
        return Image.alpha_composite(Image.new('RGBA', image.size, background), image).convert('RGB')
    return image.convert('RGB')


def fitted(image, way, size, filter):
    """Returns the fields of the format, and the fitted picture."""
    width, height = size
    if way == 'fill':
        return {'fit': way}, image.resize(size, filter)
    if way == 'cover':
        return {'fit': way}, ImageOps.fit(image, size, filter)
    if way == 'contain':
        return {'fit': way}, ImageOps.pad(image, size, filter, '#204060')
    if way == 'shorter':
        shorter = max(size) + random.randint(0, 40)
        scale = lambda side, other: int(shorter * side / other)
        across, down = image.size
        resized = (shorter, scale(down, across)) if across <= down else (scale(across, down), shorter)
        resize = shorter
    else:
        resized = (width + random.randint(0, 40), height + random.randint(0, 40))
        resize = {'width': resized[0], 'height': resized[1]}
    left, top = (int(round((resized[side] - size[side]) / 2.0)) for side in (0, 1))
    whole = image.resize(resized, filter)
    return {'fit': 'fill', 'resize': resize}, whole.crop((left, top, left + width, top + height))


def main(target, count, most):
    random.seed(7)
    references = []
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        way, filter = WAYS[number % len(WAYS)], list(FILTERS)[number // len(WAYS) % len(FILTERS)]
        source = picture(random.randint(most // 8, most), random.randint(most // 8, most), number)
        orientation = random.choice([1, 1, 1, 2, 3, 4, 5, 6, 7, 8])
        file, image = encode(kind, source, orientation, number)
        size = random.randint(most // 12 + 1, most // 2), random.randint(most // 12 + 1, most // 2)
        fields, expected = fitted(on_background(image, '#204060'), way, size, FILTERS[filter])
        references.append({
            'kind': f'{kind}, {way}, {filter}, {source.size} to {size}, orientation {orientation}',
            'format': {'width': size[0], 'height': size[1], 'resample': filter, 'background': '#204060', **fields},
            'file': base64.b64encode(file).decode(),
            'pixels': base64.b64encode(expected.tobytes()).decode(),
        })
    with open(target, 'w') as out:
        json.dump(references, out, indent=1)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 36)
