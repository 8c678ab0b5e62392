"""Changes pictures of characters as forms, pens and scanners would, a batch at a time."""
import torch
import torch.nn.functional as F


def _around(x: torch.Tensor, combine) -> torch.Tensor:
    """Combines each pixel with its eight neighbours. On the CPU, this is ten times as fast as torch's own pooling."""
    padded = F.pad(x, (1, 1, 1, 1), mode="replicate")
    rows = combine(combine(padded[:, :, :-2], padded[:, :, 1:-1]), padded[:, :, 2:])
    return combine(combine(rows[..., :-2], rows[..., 1:-1]), rows[..., 2:])


def augment(pixels: torch.Tensor, size: int, strength: float = 1.0) -> torch.Tensor:
    """uint8 [n, h, w, 3] -> float 0..1 [n, 3, size, size], channels last in memory; `strength` scales every effect."""
    n = len(pixels)

    def spread(*shape: int, by: float) -> torch.Tensor:
        return (torch.rand(*shape) * 2 - 1) * (by * strength)

    x = pixels.permute(0, 3, 1, 2).float().div_(255)

    # Geometry: affine, and a smooth displacement that bends strokes the way another hand would.
    angle = spread(n, by=0.18)
    shear = spread(n, by=0.15)
    smaller = torch.exp2(spread(n, by=0.25) + 0.05 * strength)
    # The picture of a character on a form is as high as a line of the form, and as wide as the character. Small characters
    # give narrow pictures, and become flatter when these are resized to a square.
    flat = (torch.randn(n) * 0.33 + 0.1) * strength
    scale_x, scale_y = (smaller * (0.98 + spread(n, by=0.12)) * torch.exp2(side.clamp(0, 1)) for side in (-flat, flat))
    # Smaller characters have room to move.
    move_x, move_y = (spread(n, by=0.14) + spread(n, by=0.5) * (scale - 1).clamp(0) for scale in (scale_x, scale_y))
    cos, sin = torch.cos(angle), torch.sin(angle)
    theta = torch.stack([
        torch.stack([cos * scale_x, (shear - sin) * scale_y, move_x], 1),
        torch.stack([sin * scale_x, cos * scale_y, move_y], 1),
    ], 1)
    grid = F.affine_grid(theta, [n, 3, size, size], align_corners=False)
    bend = torch.randn(n, 2, 5, 5) * (0.035 * strength)
    grid += F.interpolate(bend, size=(size, size), mode="bicubic", align_corners=True).permute(0, 2, 3, 1)
    x = F.grid_sample(x, grid, padding_mode="border", align_corners=False)

    # The pen makes strokes thicker or thinner by up to a pixel on each side, or softer. Ink is dark.
    thick, thin, soft = (torch.rand(3, n, 1, 1, 1) - 1 + 0.35 * strength).clamp_(0)
    x = torch.lerp(x, _around(x, torch.minimum), thick.clamp_(max=0.7))
    x = torch.lerp(x, _around(x, torch.maximum), thin.clamp_(max=0.5))
    x = torch.lerp(x, _around(x, torch.add) / 9, (2 * soft).clamp_(max=0.8))

    # Colour: paper, ink and scanner.
    grey = x.mean(1, keepdim=True)
    x = torch.lerp(x, grey.expand_as(x), (torch.rand(n, 1, 1, 1) < 0.15 * strength).float())
    contrast = 1 + spread(n, 1, 1, 1, by=0.3)
    gain = 1 + spread(n, 3, 1, 1, by=0.12)
    mean = x.mean((1, 2, 3), keepdim=True)
    x = ((x - mean) * contrast + mean + spread(n, 1, 1, 1, by=0.12)) * gain

    # A blot or a fold is a rectangle in the mean shade of the picture.
    hide = torch.rand(n) < 0.25 * strength
    centre = torch.rand(n, 2) * size
    half = torch.empty(n, 2).uniform_(0.05, 0.14) * size
    axis = torch.arange(size).float()
    rows = (axis[None] - centre[:, :1]).abs() < half[:, :1]
    columns = (axis[None] - centre[:, 1:]).abs() < half[:, 1:]
    patch = rows[:, None, :, None] & columns[:, None, None, :] & hide[:, None, None, None]
    x = torch.where(patch, mean, x)
    return x.clamp_(0, 1).contiguous(memory_format=torch.channels_last)


def resize(pixels: torch.Tensor, size: int) -> torch.Tensor:
    """uint8 [n, h, w, 3] -> float 0..1 [n, 3, size, size], without augmentation."""
    x = pixels.permute(0, 3, 1, 2).float().div_(255)
    if x.shape[-1] != size or x.shape[-2] != size:
        x = F.interpolate(x, size=(size, size), mode="bilinear", antialias=True, align_corners=False)
    return x.contiguous(memory_format=torch.channels_last)
