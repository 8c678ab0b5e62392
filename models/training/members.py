"""The three architectures, as timm builds them, each with a head over the listed characters."""
import torch

# timm imports torchvision for two operators that no classifier uses; where the installed torchvision
# was built for another torch that import fails, so the operators are declared first.
_operators = torch.library.Library("torchvision", "DEF")
_operators.define("nms(Tensor boxes, Tensor scores, float threshold) -> Tensor")
_operators.define("qnms(Tensor boxes, Tensor scores, float threshold) -> Tensor")

import timm  # noqa: E402

MEMBERS = ("mobilenetv3_large_075", "mobilenetv3_large_100", "efficientnet_lite2")


def build(member: str, classes: int, dropout: float = 0.1) -> torch.nn.Module:
    """An untrained member: float pixels 0..1 [n, 3, height, width] to logits [n, classes]."""
    return timm.create_model(member, num_classes=classes, drop_rate=dropout, pretrained=False)
