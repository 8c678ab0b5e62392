"""The architectures: three networks of timm and a recogniser of text lines, each with a head over the listed characters."""
from pathlib import Path

import torch

# timm imports torchvision for two operators that no classifier uses. The import fails if the installed torchvision was
# built for another torch, so the operators are declared first.
_operators = torch.library.Library("torchvision", "DEF")
_operators.define("nms(Tensor boxes, Tensor scores, float threshold) -> Tensor")
_operators.define("qnms(Tensor boxes, Tensor scores, float threshold) -> Tensor")

import timm  # noqa: E402

from recogniser import Recogniser  # noqa: E402

# Pictures are about 50 x 67 pixels, so little is lost at 64 x 64. A larger input would only take more time.
SIZE = 64, 64
TIMM = ("mobilenetv3_large_075", "mobilenetv3_large_100", "efficientnet_lite2")
RECOGNISER = "ppocr_v6_small"
MEMBERS = (*TIMM, RECOGNISER)
# The members that vote. MobileNetV3 x0.75 and x1.0 (whose training started from a widened x0.75) add too little to these two.
SERVED = ("efficientnet_lite2", "ppocr_v6_small")


def build(member: str, classes: int, dropout: float = 0.0) -> torch.nn.Module:
    """An untrained member: float pixels 0..1 [n, 3, height, width] to logits [n, classes]."""
    if member == RECOGNISER:
        return Recogniser(classes, SIZE)
    model = timm.create_model(member, num_classes=classes, drop_rate=dropout, pretrained=False)
    # These networks were designed for 224 pixels and halve a picture five times. Without one of the first halvings, a
    # picture of 64 pixels has four by four positions at the end.
    model.blocks[1][0].conv_dw.stride = (1, 1)
    return model


def read_checkpoint(path: Path) -> dict:
    """Loads a checkpoint of train.py, reopen.py, widen.py, average.py or recogniser.py to the CPU, whichever device wrote it."""
    return torch.load(path, weights_only=True, map_location="cpu")
