"""Changes digits as other hands, pens and cameras would, in batches of white ink 0..1 [n, 1, 28, 28].

The order in a batch is random, so some effects are applied to its first or last pictures instead of to a random choice.
"""
import torch
import torch.nn.functional as F

from members import SIZE

POINTS = 6  # Displacements are drawn at this many points along each side, and interpolated smoothly between them.

_axis = torch.linspace(-1, 1, SIZE)
_places = torch.stack([_axis.expand(SIZE, SIZE), _axis[:, None].expand(SIZE, SIZE), torch.ones(SIZE, SIZE)], 2).reshape(1, -1, 3)
_smooth = F.interpolate(torch.eye(POINTS)[None, None], size=(SIZE, POINTS), mode="bicubic", align_corners=True)[0, 0]


def spread(*shape: int, by: float) -> torch.Tensor:
    """Random numbers between -by and by."""
    return (torch.rand(*shape) * 2 - 1) * by


def bend(x: torch.Tensor, strength: float, shrink: torch.Tensor) -> torch.Tensor:
    """Rotation, shear, scale, shift, and a displacement that bends strokes (Simard et al. 2003)."""
    n = len(x)
    angle, shear = spread(n, by=0.22 * strength), spread(n, by=0.22 * strength)
    scale = torch.exp2(spread(n, by=0.2 * strength)) * shrink
    scale_x, scale_y = (scale * torch.exp2(spread(n, by=0.12 * strength)) for _ in range(2))
    # The 28 pixels reach from -1 to 1, so 0.07 is one pixel. A digit that was made smaller has room to move.
    move_x, move_y = (spread(n, by=0.14 * strength) + spread(n, by=0.6) * (shrink - 1) for _ in range(2))
    cos, sin = torch.cos(angle), torch.sin(angle)
    affine = torch.stack([torch.stack([cos * scale_x, (shear - sin) * scale_y, move_x], 1),
                          torch.stack([sin * scale_x, cos * scale_y, move_y], 1)], 2)
    displacement = torch.randn(n, 2, POINTS, POINTS) * (0.05 * strength)
    grid = (_places @ affine).reshape(n, SIZE, SIZE, 2) + (_smooth @ displacement @ _smooth.T).permute(0, 2, 3, 1)
    return F.grid_sample(x, grid, align_corners=True)


def pen(x: torch.Tensor, strength: float) -> torch.Tensor:
    """Makes strokes up to 0.6 pixels thicker on each side in the first eighth of the batch, and thinner in the second eighth."""
    eighth = len(x) // 8
    share = torch.rand(2, eighth, 1, 1, 1) * (0.6 * strength)
    thick, thin, rest = x[:eighth], x[eighth:2 * eighth], x[2 * eighth:]
    return torch.cat([torch.lerp(thick, F.max_pool2d(thick, 3, 1, 1), share[0]),
                      torch.lerp(thin, -F.max_pool2d(-thin, 3, 1, 1), share[1]), rest])


def photograph(x: torch.Tensor) -> torch.Tensor:
    """Adds a soft lens, weak ink, uneven light and grain. A quarter of the pictures also get bars at two sides."""
    n = len(x)
    x = torch.lerp(x, F.avg_pool2d(x, 3, 1, 1), torch.rand(n, 1, 1, 1))
    light = spread(n, 1, 1, 1, by=0.15) * _axis + spread(n, 1, 1, 1, by=0.15) * _axis[:, None]
    x = x * (1 - 0.4 * torch.rand(n, 1, 1, 1)) + light + torch.randn_like(x) * (0.05 * torch.rand(n, 1, 1, 1))
    # An input with `fit: contain` gets black bars. The bars are white here, because members invert pictures of dark ink.
    width = torch.randint(1, 7, (n, 1, 1, 1)) * (2 / SIZE)
    sides = (_axis.abs() > 1 - width).expand(n, 1, SIZE, SIZE)
    bars = torch.where(torch.rand(n, 1, 1, 1) < 0.5, sides, sides.transpose(2, 3)) & (torch.rand(n, 1, 1, 1) < 0.25)
    return torch.where(bars, torch.ones(()), x)


def augment(pixels: torch.Tensor, strength: float = 1.0) -> torch.Tensor:
    """uint8 [n, 28, 28, 1] -> distorted pixels 0..255, float, of the same shape."""
    x = pixels.permute(0, 3, 1, 2).float() / 255
    photographs = len(x) // 10
    shrink = torch.ones(len(x))
    # Photographs get smaller digits, because MNIST is cut closely around the digit, and people seldom photograph that closely.
    shrink[:photographs] += torch.rand(photographs)
    # The first quarter gets thicker or thinner strokes. The last tenth becomes photographs.
    x = pen(bend(x, strength, shrink.flip(0)), strength)
    x = torch.cat([x[:-photographs], photograph(x[-photographs:])]) if photographs else x
    return (x * 255).clamp(0, 255).permute(0, 2, 3, 1)
