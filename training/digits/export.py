"""export: checkpoints -> ONNX members that take uint8 pixels and give probabilities, checked against torch."""
import argparse
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from members import MEMBERS, SIZE, Member, read_checkpoint
from prepare import read_part
from runtime import session

OPSET = 18
TOLERANCE = 1e-4  # Probabilities differ from torch's, because ONNX Runtime sums floats in another order.


class Served(nn.Module):
    """uint8 pixels [n, 28, 28, 1] -> probabilities [n, 10], with normalisation and softmax inside."""

    def __init__(self, member: Member):
        super().__init__()
        self.member = fold(member)

    def forward(self, pixels):
        return torch.softmax(self.member(pixels), 1)


def fold(layer: nn.Module) -> nn.Module:
    """Puts every normalisation that follows a convolution into that convolution's weights."""
    for name, child in layer.named_children():
        setattr(layer, name, fold(child))
    if not isinstance(layer, nn.Sequential):
        return layer
    folded = []
    for part in layer:
        if isinstance(part, nn.BatchNorm2d):
            folded.append(fuse_conv_bn_eval(folded.pop(), part))
        else:
            folded.append(part)
    return nn.Sequential(*folded)


def write(served: Served, path: Path):
    """Writes the graph, for batches of up to 1,024 pictures, with its weights inside and without the exporter's metadata."""
    example = torch.zeros(2, SIZE, SIZE, 1, dtype=torch.uint8)
    program = torch.onnx.export(served, (example,), opset_version=OPSET, dynamo=True, verbose=False,
                                input_names=["pixels"], output_names=["probabilities"],
                                dynamic_shapes={"pixels": {0: torch.export.Dim("batch", min=1, max=1024)}})
    model = program.model_proto
    del model.metadata_props[:]
    for part in [model.graph, *model.graph.node, *model.graph.input, *model.graph.output, *model.graph.initializer]:
        del part.metadata_props[:]
        part.doc_string = ""
    del model.graph.value_info[:]
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)


def check(served: Served, path: Path, pixels: np.ndarray):
    """Ends the program if, in batches of 1, 7 or all pictures, a probability differs from torch's by more than TOLERANCE."""
    run = session(path).run
    with torch.no_grad():
        expected = served(torch.from_numpy(pixels)).numpy()
    for batch in (1, 7, len(pixels)):
        predictions = np.concatenate([run(None, {"pixels": pixels[start:start + batch]})[0] for start in range(0, len(pixels), batch)])
        if (difference := np.abs(predictions - expected).max()) > TOLERANCE:
            raise SystemExit(f"{path}: in batches of {batch}, a probability differs by {difference:.1e} from torch's")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoints", type=Path, required=True, help="folder that train wrote to")
    parser.add_argument("--data", type=Path, required=True, help="the .npz that prepare wrote, to check the files on")
    parser.add_argument("--out", type=Path, required=True, help="folder for <member>.onnx")
    parser.add_argument("--members", nargs="+", default=list(MEMBERS), choices=list(MEMBERS))
    options = parser.parse_args()
    # The exporter warns about its own code.
    warnings.filterwarnings("ignore", category=FutureWarning)
    pixels = read_part(options.data, "choice")[0][:350]
    # Every other picture is inverted: dark on white, as a pen writes.
    pixels = np.concatenate([pixels[::2], 255 - pixels[1::2]])
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.members:
        served = Served(read_checkpoint(name, options.checkpoints)).eval()
        path = options.out / f"{name}.onnx"
        write(served, path)
        check(served, path, pixels)
        weights = sum(parameter.numel() for parameter in served.parameters())
        print(f"{path}: {weights:,} weights, {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
